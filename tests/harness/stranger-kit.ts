/* Toolkit of a third-party plugin in tests; bundled by stranger.ts. Of zod only the parts that the fixtures use,
   since its languages are most of it. */
import { int, object, string } from 'zod'

export * from '@recado/sdk'
export const z = { int, object, string }
