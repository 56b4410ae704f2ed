/**
 * Text of what stands at `items.0.name` of an answer; empty for what is not there. Never by a property of prototypes.
 */
export function valueAt(answer: unknown, path: string): string {
  let here: unknown = answer
  for (const key of path.split('.').filter((piece) => piece !== '')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return ''
    here = (here as Record<string, unknown>)[key]
  }
  if (typeof here === 'string') return here
  if (typeof here === 'number' || typeof here === 'boolean') return String(here)
  return here === null || here === undefined ? '' : JSON.stringify(here)
}
