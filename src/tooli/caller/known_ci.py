"""CI systems by the variables they set for every job. Pure data.

Sources: `ci-info` is the vendor table of the npm package ci-info 4.5.0; `docs` the vendor's own list of
predefined variables. Variables that people set for themselves, or that running services have as builds do,
are left out.
"""

from __future__ import annotations

SYSTEMS = (
    ("github-actions", ("GITHUB_ACTIONS",), "docs, ci-info"),
    ("gitlab-ci", ("GITLAB_CI",), "docs, ci-info"),
    ("circleci", ("CIRCLECI",), "docs, ci-info"),
    ("buildkite", ("BUILDKITE",), "docs, ci-info"),
    ("jenkins", ("JENKINS_URL", "BUILD_ID"), "docs, ci-info"),
    ("azure-pipelines", ("TF_BUILD",), "docs, ci-info"),
    ("teamcity", ("TEAMCITY_VERSION",), "docs, ci-info"),
    ("travis-ci", ("TRAVIS",), "docs, ci-info"),
    ("bitbucket-pipelines", ("BITBUCKET_BUILD_NUMBER",), "docs"),
    ("aws-codebuild", ("CODEBUILD_BUILD_ID",), "docs"),
    ("drone", ("DRONE",), "docs, ci-info"),
    ("appveyor", ("APPVEYOR",), "docs, ci-info"),
    ("cirrus-ci", ("CIRRUS_CI",), "ci-info"),
    ("semaphore", ("SEMAPHORE",), "ci-info"),
    ("bitrise", ("BITRISE_IO",), "ci-info"),
    ("codefresh", ("CF_BUILD_ID",), "ci-info"),
    ("google-cloud-build", ("BUILDER_OUTPUT",), "ci-info"),
    ("gitea-actions", ("GITEA_ACTIONS",), "ci-info"),
    ("netlify", ("NETLIFY",), "ci-info"),
    ("prow", ("PROW_JOB_ID",), "ci-info"),
    ("harness", ("HARNESS_BUILD_ID",), "ci-info"),
    ("taskcluster", ("TASK_ID", "RUN_ID"), "ci-info"),
    ("xcode-cloud", ("CI_XCODE_PROJECT",), "ci-info"),
    ("woodpecker", ("CI=woodpecker",), "ci-info"),
)
"""Its name, the variables that are all set, and the source."""
