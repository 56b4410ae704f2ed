import { contractVersion } from '@recado/sdk/client'

export interface BuiltFor {
  readonly major: number
  readonly minor: number
}

/**
 * Read when it is asked for: chunks of the build may refer to one another, and then one of them runs before the other's
 * values are there.
 */
function ownContract(): BuiltFor {
  const [major = 0, minor = 0] = contractVersion.split('.').map(Number)
  return { major, minor }
}

/**
 * Whether panels built for a contract may run in this shell: the same major, and nothing newer than the shell knows.
 */
export const contractAllows = (built: BuiltFor, shell = ownContract()): boolean =>
  built.major === shell.major && built.minor <= shell.minor

export const isBuiltFor = (value: unknown): value is BuiltFor =>
  typeof value === 'object' &&
  value !== null &&
  'major' in value &&
  typeof value.major === 'number' &&
  'minor' in value &&
  typeof value.minor === 'number'
