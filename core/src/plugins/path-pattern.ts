/** A method and a path pattern such as `/messages/:id/transcribe`. */
export interface PathClaim { readonly method: string; readonly path: string }

const segments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Patterns that match the same requests have the same key: names of parameters and a trailing slash do not count. */
export const claimKey = (claim: PathClaim): string => `${claim.method} /${segments(claim.path).map((segment) => isParameter(segment) ? ':' : segment).join('/')}`

/**
 * Orders patterns so that the most specific one comes first: a literal segment before a parameter, left to right.
 * Routers that take the first match then answer `/users/chat-interno` before `/users/:userId`.
 */
export function bySpecificity(a: { readonly path: string }, b: { readonly path: string }): number {
  const left = segments(a.path)
  const right = segments(b.path)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = Number(isParameter(left[index]!)) - Number(isParameter(right[index]!))
    if (difference !== 0) return difference
  }
  return left.length - right.length || (a.path < b.path ? -1 : Number(a.path > b.path))
}
