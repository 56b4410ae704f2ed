/* What can be wrong with a flow. */

export const faultCodes = [
  // Of the whole.
  'noStart',
  'manyStarts',
  'sameId',
  // Of edges.
  'unknownNode',
  'unknownOutlet',
  'twoEdges',
  'self',
  'intoStart',
  'loop',
  // Of blocks.
  'openOutlet',
  'openEnd',
  'unreachable',
  'required',
  'sameOption',
  'fewBranches',
  'noWeight',
  'badPattern',
  'badRange',
  'badAddress',
  'badBody',
  'unknownVariable',
  'sharedKeyword',
  // Found by the server alone.
  'gone',
  'unusable',
  'unapproved',
  'noValue',
] as const
export type FaultCode = (typeof faultCodes)[number]

/**
 * Something wrong, and where: at a node, an edge, or in the settings. `field` is a path in the node's data
 * (`options.0.label`) or in the settings. A `warning` does not keep a flow from being published. `name` is what the
 * fault is about: a variable, an outlet, a word.
 */
export interface Fault {
  readonly code: FaultCode
  readonly severity: 'error' | 'warning'
  readonly nodeId?: string | undefined
  readonly edgeId?: string | undefined
  readonly field?: string | undefined
  readonly name?: string | undefined
}

/** A fault as it is found: an error unless it says otherwise. */
export type Found = Omit<Fault, 'severity'> & { readonly severity?: 'warning' }

/** Ids that come more than once. */
export const repeated = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, at) => ids.indexOf(id) !== at)),
]

/** A field that has to be filled in. */
export const required = (field: string, isThere: boolean): Found[] => (isThere ? [] : [{ code: 'required', field }])
/** Whether a text says something. */
export const filled = (text: string): boolean => text.trim() !== ''
