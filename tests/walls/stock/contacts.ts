import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import { digits } from './digits.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Contacts with their tags, notes and lists, and what companies sort them by. */
export async function contactsOf(sql: Sql, { tenant, user, queue, word }: StockOwner) {
  const [tag, looseTag, looseQueue, contact, otherContact, looseContact, merged, merge] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  const tenant_id = tenant.id
  await put(sql, 'core.queue', { id: looseQueue, tenant_id, name: `Fila ${word} ${looseQueue}` })
  await put(sql, 'core.tag', [
    { id: tag, tenant_id, name: `Tag ${word} ${tag}` },
    { id: looseTag, tenant_id, name: `Tag ${word} ${looseTag}` },
  ])
  const person = (id: string, merged_into: string | null = null) => ({
    id,
    tenant_id,
    name: `Cliente ${word}`,
    number: digits(),
    email: `${id}@${word}.test`,
    merged_into,
    extra_info: sql.json([{ description: word, info: word }]),
    first_name: word,
    business_name: `Empresa ${word}`,
    category: word,
    source: word,
    website: `https://${word}.test`,
    instagram: word,
  })
  await put(sql, 'core.contact', [person(contact), person(otherContact), person(looseContact)])
  await put(sql, 'core.contact', person(merged, contact))
  await put(
    sql,
    'core.contact_identity',
    [contact, otherContact, looseContact].map((id) => ({
      tenant_id,
      kind: 'visitor',
      value: `${word}-${id}`,
      contact_id: id,
    })),
  )
  await put(sql, 'core.contact_merge', {
    id: merge,
    tenant_id,
    from_id: merged,
    into_id: contact,
    origins: [merged],
    automatic: false,
    user_id: user.id,
  })
  const contactNote = newId()
  await put(sql, 'core.birthday_greeting', { tenant_id, contact_id: contact, year: 2025, state: 'sent' })
  await put(sql, 'core.contact_note', {
    id: contactNote,
    tenant_id,
    contact_id: contact,
    title: `Nota ${word}`,
    description: word,
    information: word,
    user_id: user.id,
  })
  await put(sql, 'core.contact_wallet', { tenant_id, contact_id: contact, user_id: user.id })
  await put(sql, 'core.contact_tag', { tenant_id, contact_id: contact, tag_id: tag })
  const [attribute, looseAttribute, segment] = [newId(), newId(), newId()]
  await put(
    sql,
    'core.attribute_definition',
    [attribute, looseAttribute].map((id) => ({
      id,
      tenant_id,
      owner: 'contact',
      key: `a_${id.slice(-12)}`,
      label: `Atributo ${word}`,
      type: 'text',
    })),
  )
  await put(sql, 'core.contact_segment', {
    id: segment,
    tenant_id,
    user_id: user.id,
    name: `Segmento ${word}`,
    filter: sql.json({ searchParam: word }),
  })
  const contactImport = newId()
  await put(sql, 'core.contact_import', {
    id: contactImport,
    tenant_id,
    user_id: user.id,
    name: `${word}.csv`,
    columns: [`Nome ${word}`, 'Telefone'],
    mapping: ['name', 'number'],
    rows: 1,
  })
  await put(sql, 'core.contact_import_row', {
    tenant_id,
    import_id: contactImport,
    number: 1,
    cells: sql.json([`Ana ${word}`, '+5511987654321']),
  })
  return {
    queue,
    tag,
    looseTag,
    looseQueue,
    contact,
    otherContact,
    looseContact,
    merged,
    merge,
    contactNote,
    attribute,
    looseAttribute,
    segment,
    contactImport,
  }
}
