/* Messages between a node and the thread of isolated work. */

export type FromWorker<Out> =
  | { readonly kind: 'result'; readonly value: Out }
  | { readonly kind: 'done' }
  | { readonly kind: 'wants' }
  | { readonly kind: 'threw'; readonly message: string; readonly code: string | undefined; readonly facts: object }

export type ToWorker<In> =
  | { readonly kind: 'taken' }
  | { readonly kind: 'item'; readonly value: In }
  | { readonly kind: 'end' }
