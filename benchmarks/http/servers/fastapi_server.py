"""The same two functions with FastAPI: `python fastapi_server.py PORT`."""

import sys
from typing import Annotated

import uvicorn
from fastapi import Body, FastAPI
from models import Order, Total, total_of  # type: ignore[import-not-found] # beside this file

app = FastAPI()


@app.post("/commands/total")
def total(order: Annotated[Order, Body(embed=True)]) -> Total:
    return total_of(order)


@app.post("/commands/atotal")
async def atotal(order: Annotated[Order, Body(embed=True)]) -> Total:
    return total_of(order)


if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False)
