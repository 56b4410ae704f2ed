import { defineEvent } from '@recado/sdk'
import * as z from 'zod'
import { tellings } from './told.ts'

/** The gateway told of its session by itself; how the session stands now is what its connection says. */
export const SessionChanged = defineEvent(
  'wuzapi.session-changed.v1',
  z
    .object({ connectionId: z.uuid(), told: z.enum(tellings) })
    .describe(
      'A WuzAPI gateway told that its session connected, was logged out, replaced, banned or otherwise changed.',
    ),
  'private',
)
