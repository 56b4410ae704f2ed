import { configureGlobal } from 'fast-check'

/**
 * Properties are tried with new values on every run of a developer, and with the same ones in continuous integration:
 * what is judged there is the change and not the draw. `TEST_SEED` names the values of an earlier run.
 */
const seed = process.env['TEST_SEED'] ?? (process.env['CI'] ? '20261122' : undefined)
if (seed !== undefined) configureGlobal({ seed: Number(seed) })
