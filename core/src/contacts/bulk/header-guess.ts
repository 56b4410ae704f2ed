import type { ContactImportField } from '@recado/contracts'

/** Headings by which people call the columns, in the languages of the product, and those of other programs' exports. */
const headings: Readonly<Record<Exclude<ContactImportField, 'ignore' | 'extra'>, readonly string[]>> = {
  name: ['nome', 'name', 'nombre', 'имя', 'nome completo', 'full name', 'nombre completo', 'полное имя', 'фио', 'contato', 'contact', 'contacto', 'контакт', 'cliente', 'client', 'customer', 'клиент', 'razao social', 'display name', 'first name'],
  number: ['numero', 'number', 'номер', 'telefone', 'phone', 'telefono', 'телефон', 'celular', 'mobile', 'movil', 'мобильный', 'whatsapp', 'fone', 'tel', 'phone number', 'numero de telefone', 'numero de telefono', 'номер телефона', 'phone 1 - value', 'mobile phone', 'telefone 1'],
  email: ['email', 'e-mail', 'correo', 'correo electronico', 'почта', 'эл. почта', 'электронная почта', 'mail', 'e-mail 1 - value', 'e-mail address', 'endereco de e-mail'],
  tags: ['etiquetas', 'etiqueta', 'tags', 'tag', 'метки', 'метка', 'labels', 'marcadores', 'group membership'],
}
const fields = Object.entries(headings) as [Exclude<ContactImportField, 'ignore' | 'extra'>, readonly string[]][]

/** The same word, however it is written. */
const plain = (heading: string): string => heading.normalize('NFD').replaceAll(/\p{Mn}/gu, '').toLowerCase().replaceAll(/[*_:]/g, ' ').replaceAll(/\s+/g, ' ').trim()
const known = new Map(fields.flatMap(([field, words]) => words.map((word) => [plain(word), field] as const)))

/** What each column probably is, by its heading. Each field is given once, to the first that is called so; columns with a heading of their own become further information. */
export function guessMapping(columns: readonly string[]): ContactImportField[] {
  const given = new Set<ContactImportField>()
  return columns.map((heading) => {
    const field = known.get(plain(heading))
    if (field === undefined || given.has(field)) return plain(heading) === '' ? 'ignore' : 'extra'
    given.add(field)
    return field
  })
}
