import { RemoteMediaPart, Part } from '@recado/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsOf } from './update.ts'
import { recorded, said } from './updates.rig.ts'

const junk = fc.anything({ withDate: false, withBigInt: false })

describe('an update', () => {
  test.for(recorded)('means what it says: $name', ({ update, events }) =>
    expect(eventsOf({ update_id: 1, ...update })).toEqual(events),
  )

  test('whose fields are anything at all never breaks reading, and what is read can be stored', () => {
    const fields = [
      'text',
      'photo',
      'video',
      'animation',
      'voice',
      'audio',
      'document',
      'sticker',
      'venue',
      'location',
      'contact',
      'dice',
      'caption',
      'entities',
      'reply_to_message',
      'from',
      'sender_chat',
      'edit_date',
      'message_id',
      'date',
      'chat',
      'migrate_to_chat_id',
      'quote',
      'forward_origin',
      'ephemeral_message_id',
      'guest_query_id',
      'poll',
      'poll_answer',
      'checklist',
      'invoice',
      'gift',
      'xyz',
    ]
    const odd = fc.dictionary(
      fc.constantFrom(...fields),
      fc.oneof(
        junk,
        fc.record(
          {
            file_id: junk,
            latitude: junk,
            longitude: junk,
            phone_number: junk,
            first_name: junk,
            user_id: junk,
            width: junk,
            duration: junk,
          },
          { requiredKeys: [] },
        ),
      ),
    )
    fc.assert(
      fc.property(
        odd,
        fc.constantFrom('message', 'edited_message', 'message_reaction', 'callback_query'),
        (change, kind) => {
          for (const event of eventsOf({ update_id: 1, [kind]: said(change) })) {
            if (!('parts' in event)) continue
            for (const part of event.parts)
              expect((part.kind === 'remoteMedia' ? RemoteMediaPart : Part).safeParse(part).error).toBeUndefined()
            expect(event.at?.toISOString()).toMatch(/^\d{4}-/)
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})
