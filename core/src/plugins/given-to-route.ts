/** Input of an internal call, unchecked. */
export interface GivenToRoute {
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}
