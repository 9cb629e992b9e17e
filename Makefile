# Everything runs in one environment, .venv, which is made on first use and brought up to date when pyproject.toml changes.
# Needs Python 3.11 or newer and make; a C compiler, if there is one, makes the core faster.

PYTHON ?= python3
# which builds of the core to test: "compiled pure", or one of them
BUILDS ?= compiled pure
# the suite runs in as many processes as there are cores; none of it: make test WORKERS=0
WORKERS ?= auto
# handed on to the program that a target runs: make test ARGS="-k views"
ARGS ?=
# which CuPy `make gpu` installs: cuda12 or cuda13
CUDA ?= cuda12

# tests start many processes, which read the modules that the first one compiled
unexport PYTHONDONTWRITEBYTECODE

# the matrices here are small: a second thread costs the matrix library more than it brings
export OMP_NUM_THREADS ?= 1

# the quick loop: six laws on a few samples of every operation, the facts, then what every operation rests on
QUICK := $(addprefix tests/,quick.py test_facts.py test_engine.py test_hooks.py test_hook_order.py \
    test_views_inplace.py test_modes.py)

# what `make sanitize` runs: the six laws, and the loops
SANITIZED := $(addprefix tests/,quick.py test_loops.py test_shared_rows.py test_function_loops.py test_pair_loops.py \
    test_vector_loops.py test_fused.py test_fused_writes.py test_copies.py test_small_matrices.py test_linear_systems.py)

VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip install --quiet --disable-pip-version-check
# the public functions, written again if the rows have changed: nothing may run on old ones
FACES := $(RUN) tools/generate.py --faces
PYTEST := $(RUN) -m pytest -n $(WORKERS) --dist worksteal --maxprocesses 8

.DEFAULT_GOAL := help
.PHONY: help demo quick test oracle facts docs look notebooks bench bench-gate lint types expressions generate check packages gpu sanitize build clean
.PRECIOUS: $(VENV)/core $(VENV)/with-%

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

# the core, compiled once; what a target needs besides it is installed without compiling again
$(VENV)/core: pyproject.toml setup.py
	@echo "1/2  making the environment $(VENV)"
	@test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	@echo "2/2  installing NumPy, and compiling wengert on all cores: 1 to 5 minutes, once"
	@$(PIP) --editable .
	@$(RUN) -m wengert info
	@touch $@

$(VENV)/with-%: $(VENV)/core
	@echo "installing what this needs besides ($*)"
	@$(RUN) tools/requirements.py $* > $@.txt
	@$(PIP) --requirement $@.txt
	@touch $@

demo: $(VENV)/with-demo ## train on handwritten digits; pictures go to out/
	@$(FACES)
	@echo "training a network on 1,437 handwritten digits: some seconds"
	@$(RUN) examples/digits.py $(ARGS)

quick: $(VENV)/with-dev,demo ## run the most telling tests, in under a minute, in the build at hand
	@$(FACES)
	$(PYTEST) -m "not oracle" $(QUICK) $(ARGS)

test: $(VENV)/with-dev,demo ## run the test suite, in the compiled build and in the uncompiled one
	@$(FACES)
	@echo "The whole suite takes about 16 minutes on two cores, a third of it uncompiled; \`make quick\` takes one."
ifneq (,$(findstring compiled,$(BUILDS)))
	@compiled=$$(WENGERT_PURE_PYTHON= $(RUN) -m tools.compiled) || exit 1; \
	if [ "$$compiled" = no ]; then echo "no C compiler here: the compiled build is not tested"; \
	else set -x; WENGERT_PURE_PYTHON= $(PYTEST) $(ARGS); fi
endif
ifneq (,$(findstring pure,$(BUILDS)))
	@set --; if [ -n "$(findstring compiled,$(BUILDS))" ] && [ "$$(WENGERT_PURE_PYTHON= $(RUN) -m tools.compiled)" != no ]; \
	then set -- --few -m "not either_build"; fi; set -x; WENGERT_PURE_PYTHON=1 $(PYTEST) "$$@" $(ARGS)
endif

oracle: $(VENV)/with-dev,oracle ## run the same calls on PyTorch and compare; installs PyTorch
	@$(FACES)
	$(RUN) -m pytest -m oracle $(ARGS)

facts: $(VENV)/with-dev,oracle ## write tests/facts/ and tests/outcomes.json, what PyTorch gives; installs PyTorch
	@$(FACES)
	$(RUN) -m tools.facts
	$(RUN) -m tests.both

docs: $(VENV)/with-docs,demo ## build the site of docs/ into build/site; search, light and dark, no network
	@$(FACES)
	$(RUN) -m tools.site $(ARGS)

look: $(VENV)/with-dev,docs,demo ## build the site and look at every page in Chromium, if there is one
	@$(FACES)
	$(RUN) -m pytest -m site $(ARGS)

notebooks: $(VENV)/with-docs,demo ## run the notebooks of docs/ again and keep their results
	@$(FACES)
	$(RUN) -m tools.notebooks $(ARGS)

bench: $(VENV)/with-bench,demo ## measure beside PyTorch and others, to out/; ARGS=--write writes docs/performance.md
	@$(FACES)
	$(RUN) -m benchmarks $(ARGS)

bench-gate: $(VENV)/with-dev,demo ## fail if anything takes three times its time; ARGS=--write takes the times of this commit
	@$(FACES)
ifneq (,$(findstring compiled,$(BUILDS)))
	@if [ "$$(WENGERT_PURE_PYTHON= $(RUN) -m tools.compiled)" != no ]; \
	then set -x; WENGERT_PURE_PYTHON= $(RUN) -m benchmarks.gate $(ARGS); fi
endif
ifneq (,$(findstring pure,$(BUILDS)))
	WENGERT_PURE_PYTHON=1 $(RUN) -m benchmarks.gate $(ARGS)
endif

lint: $(VENV)/with-dev,demo ## check style and formatting
	@$(FACES)
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

types: $(VENV)/with-dev,demo ## check types
	@$(FACES)
	$(RUN) -m mypy

expressions: build ## write the loops of common formulas from what the benchmarks run
	$(RUN) tools/expressions.py

generate: $(VENV)/with-dev,demo ## write the public functions and methods from the rule tables, and docs/api.txt
	$(RUN) tools/generate.py

check: $(VENV)/with-dev,demo ## fail if docs/api.txt is not what the package shows
	@$(FACES)
	$(RUN) tools/generate.py --check

packages: $(VENV)/with-dev,demo ## run the tests of packages written for PyTorch on wengert, and write docs/packages.md
	@$(FACES)
	$(RUN) -m tools.packages $(ARGS)

gpu: $(VENV)/with-dev,$(CUDA) ## run the laws on CuPy arrays; needs an NVIDIA GPU
	@$(FACES)
	$(RUN) -m pytest -m gpu $(ARGS)

# apart from the build at hand; leaks are not reported, as CPython has its own
sanitize: $(VENV)/with-dev,demo ## compile the core with GCC's checks of memory and of undefined behaviour, and test its loops
	@$(FACES)
	@echo "compiling with checks: about ten minutes on one core"
	@WENGERT_SANITIZE=address,undefined,float-cast-overflow $(RUN) setup.py --quiet build --build-base build/sanitized \
	    --build-lib build/sanitized/lib
	PYTHONPATH=build/sanitized/lib PYTHONMALLOC=malloc LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	    ASAN_OPTIONS=detect_leaks=0:handle_segv=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	    $(RUN) -m pytest -m "not oracle" $(SANITIZED) $(ARGS)

build: ## compile the core again after a change to it
	@rm -f $(VENV)/core
	@$(MAKE) --no-print-directory $(VENV)/core

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) build dist out src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf src/wengert/_core/api/generated src/wengert/_core/_stamp.pyx
	find src \( -name '*.so' -o -name '*.pyd' \) -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
