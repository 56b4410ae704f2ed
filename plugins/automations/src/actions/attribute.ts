import {
  attributeKeyPattern,
  enteredValue,
  Refusal,
  type ActionCode,
  type ActionSpec,
  type AttributeDefinition,
} from '@recado/sdk'
import * as z from 'zod'

const Key = z.string().regex(attributeKeyPattern)
const value = z.string().trim().max(1_000).default('')

/** Writes an attribute of the conversation; without a value it is emptied. */
export const ticketAttribute = {
  icon: 'clipboard-list',
  by: ['automation'],
  input: z.object({ attribute: Key.meta({ refersTo: 'ticketAttribute' }), value }),
} satisfies ActionSpec
/** Writes an attribute of its contact. */
export const contactAttribute = {
  icon: 'clipboard-list',
  by: ['automation'],
  input: z.object({ attribute: Key.meta({ refersTo: 'contactAttribute' }), value }),
} satisfies ActionSpec

/**
 * Core checks the value itself; this only reads it. @throws Refusal ERR_VALIDATION for an attribute that is gone, and
 * for what it cannot hold
 */
export const writeAttribute =
  (owner: AttributeDefinition['owner']): ActionCode<typeof ticketAttribute.input> =>
  async ({ attribute: key, value: entered }, { ticket, contact }, { core }) => {
    const subject = owner === 'ticket' ? { ticket: ticket.id } : { contact: contact.id }
    if (entered === '') return core.attributes.set(subject, { [key]: null })
    const definition = (await core.attributes.list()).find((one) => one.owner === owner && one.key === key)
    const kept = definition && enteredValue(definition, entered)
    if (kept === undefined)
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: `body.attributes.${key}`, message: 'cannot hold this value' }],
      })
    await core.attributes.set(subject, { [key]: kept })
  }
