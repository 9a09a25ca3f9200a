#include "solve/bitblast_core.h"
#include "solve/chain.h"
#include "solve/portfolio_core.h"
#include "solve/smtlib_core.h"

namespace bonsai::solve {

Cores make_cores(expr::TermStore& store, const Config& config) {
  if (config.solver == Solver::bonsai) return {std::make_unique<BitblastCore>(store), nullptr};
  auto process = std::make_unique<SmtlibCore>(store, config.solver_command, config.solver_memory);
  SmtlibCore* plain = process.get();
  if (config.solver == Solver::smtlib) return {std::move(process), plain};
  auto both = std::make_unique<PortfolioCore>(std::make_unique<BitblastCore>(store), std::move(process));
  return {std::move(both), plain};
}

}  // namespace bonsai::solve
