/** A method and a path pattern such as `/messages/:id/transcribe`. */
export interface PathClaim {
  readonly method: string
  readonly path: string
}

const segments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Patterns that match the same requests have the same key: names of parameters and a trailing slash do not count. */
export const claimKey = (claim: PathClaim): string =>
  `${claim.method} /${segments(claim.path)
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/')}`
