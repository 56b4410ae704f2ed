import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { GraphError } from '../api/failure.ts'
import { words } from './fields.ts'
import { Profile } from './person.ts'
import { RawMessage } from './raw-message.ts'
import { Renamed } from './renamed.ts'
import { Status } from './status.ts'

/** The value of one change in a webhook. */
export const Value = z.looseObject({
  metadata: z.object({ display_phone_number: words, phone_number_id: words }).optional().catch(undefined),
  contacts: listOf(Profile),
  messages: listOf(RawMessage),
  statuses: listOf(Status),
  errors: listOf(GraphError),
  user_id_update: listOf(Renamed),
})
export type Value = z.output<typeof Value>
