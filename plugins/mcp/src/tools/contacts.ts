import { id, type Contact, type ContactId } from '@recado/sdk'
import * as z from 'zod'
import { defineTool, ToolRefusal } from '../protocol/tool.ts'
import { cursor, nextCursor } from './shown.ts'

const needs = ['mcp.read', 'contacts.read']
const named = z.object({ id: z.string(), name: z.string() })

const ContactFound = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  email: z.string().nullable(),
  tags: z.array(named),
})
const ContactRead = ContactFound.extend({
  identities: z.array(z.object({ kind: z.string(), value: z.string() })),
  walletsOf: z.array(named),
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  attributes: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
})

const found = ({ id: contactId, name, number, email, tags }: Contact): z.input<typeof ContactFound> => ({
  id: contactId,
  name,
  number,
  email,
  tags: tags.map((tag) => ({ id: tag.id, name: tag.tag })),
})

export const findContacts = defineTool({
  name: 'find_contacts',
  title: 'Find contacts',
  description:
    'Contacts of the company by name. Where numbers and addresses are masked for your user, they are masked here.',
  needs,
  effect: 'reads',
  quotes: true,
  input: z.strictObject({
    text: z.string().trim().min(2).max(100).meta({ description: 'In the name, number or e-mail address.' }),
    cursor,
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ contacts: z.array(ContactFound), nextCursor }),
  async run({ text, cursor: from, limit }, { core }) {
    const page = await core.contacts.page({
      filter: { searchParam: text },
      limit,
      ...(from !== undefined && { cursor: from }),
    })
    return { contacts: page.contacts.map(found), nextCursor: page.nextCursor }
  },
})

export const readContact = defineTool({
  name: 'read_contact',
  title: 'Read a contact',
  description: 'What the company knows of a contact.',
  needs,
  effect: 'reads',
  quotes: true,
  input: z.strictObject({ contactId: id<ContactId>().meta({ description: 'Id of a contact, from other tools.' }) }),
  output: z.object({ contact: ContactRead }),
  async run({ contactId }, { core }) {
    const contact = await core.contacts.get(contactId)
    if (!contact) throw new ToolRefusal('ERR_NO_CONTACT_FOUND – There is no such contact.')
    return {
      contact: {
        ...found(contact),
        identities: contact.identities.map(({ kind, value }) => ({ kind, value })),
        walletsOf: contact.wallets,
        extraInfo: contact.extraInfo.map(({ description, info }) => ({ name: description, value: info })),
        attributes: { ...contact.attributes },
        createdAt: contact.createdAt,
      },
    }
  },
})
