/* Free of any library: screens ask the same. */

/** The action that a step is, among these; undefined for steps of macros themselves, and for what is not offered. */
export const offeredAs = <Action extends { readonly plugin: string; readonly name: string }>(
  offer: readonly Action[],
  step: { readonly kind: string; readonly plugin?: string; readonly name?: string },
): Action | undefined =>
  step.kind === 'action' ? offer.find(({ plugin, name }) => plugin === step.plugin && name === step.name) : undefined
