/*
 * What a stranger's plugin in tests is written with; bundled by stranger.ts. Of zod only what the fixtures say, since
 * its languages are most of it.
 */
import { int, object, string } from 'zod'

export * from '@recado/sdk'
export const z = { int, object, string }
