import type { ServiceKind } from '@recado/sdk'

/** What other plugins may offer: each is a kind of services of its own, so that one has some and another has others. */
export const offeredKinds = [
  'model',
  'modelStream',
  'vision',
  'embeddings',
  'transcription',
  'speech',
] as const satisfies ServiceKind[]
export type OfferedKind = (typeof offeredKinds)[number]
