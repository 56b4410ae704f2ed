import { contractVersion } from '@recado/sdk/client'

export interface BuiltFor { readonly major: number; readonly minor: number }
const [major = 0, minor = 0] = contractVersion.split('.').map(Number)

/** Whether panels built for a contract may run in this shell: the same major, and nothing newer than the shell knows. */
export const contractAllows = (built: BuiltFor, shell: BuiltFor = { major, minor }): boolean => built.major === shell.major && built.minor <= shell.minor

export const isBuiltFor = (value: unknown): value is BuiltFor =>
  typeof value === 'object' && value !== null && 'major' in value && typeof value.major === 'number' && 'minor' in value && typeof value.minor === 'number'
