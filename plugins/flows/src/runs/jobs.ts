import type { PluginContext } from '@recado/sdk'
import * as z from 'zod'

const ofRun = z.object({ run: z.uuid(), wait: z.int() })

export const jobs = {
  /** The time of a wait has come. */
  timer: ofRun,
  /** Something slow is asked: an address, a model, a bot. */
  work: ofRun,
  /** Takes away what is old. */
  sweep: z.object({}),
}

/** What a run needs of its context. */
export type RunContext = Pick<
  PluginContext<{ settings: z.ZodObject; emits: readonly []; jobs: typeof jobs; permissions: Record<string, unknown> }>,
  'tenant' | 'db' | 'core' | 'log' | 'fetch' | 'media' | 'secrets' | 'signal' | 'publicUrl' | 'enqueue' | 'cancel'
>
