/* What a stranger's plugin in tests is written with; bundled by stranger.ts. */
export * from '@recado/sdk'
export * as z from 'zod'
