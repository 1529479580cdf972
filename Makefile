# up    installs, builds and starts the local stack: make up PORT=9090 DATA_DIR=/tmp/shop SPLIT=1 DEMO_HISTORY=0
# test  runs all checks, the fast ones first; .ci/run calls this
# lint  checks only style, unused code, types, contracts and chart
# bench measures the cost of calls, and compares the product with peers and an earlier build (docs/performance.md)
# proofs tests the product with clients, servers and schemas of others (proofs/README.md)
# evals runs tasks of an assistant, with limits for calls and bytes (evals/README.md)
# build builds the programs into dist/
# release creates images, chart, bills of materials and notes: make release DRY=1 (docs/releasing.md)

.DEFAULT_GOAL := up
.PHONY: up test lint bench proofs evals build release

SOURCES := $(shell find packages services bench proofs evals scripts -name node_modules -prune -o -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.json' -o -name '*.browser.js' -o -name '*.go' -o -name '*.php' -o -name '*.mjs' \) -print)

up: dist/.built
	@DEMO_HISTORY=$${DEMO_HISTORY:-1} exec node dist/local-stack.mjs

build: dist/.built

test: node_modules/.package-lock.json
	@scripts/test.sh

lint: node_modules/.package-lock.json
	@scripts/lint.sh

bench: dist/.built
	@exec node dist/bench.mjs

proofs: dist/.built
	@exec node dist/proofs.mjs

evals: dist/.built
	@exec node dist/evals.mjs

release: dist/.built
	@exec node dist/release.mjs

dist/.built: node_modules/.package-lock.json $(SOURCES)
	@node scripts/build.mjs
	@touch $@

node_modules/.package-lock.json: package-lock.json
	@scripts/install.sh
