import {
  contactDetailFields,
  contactDetails,
  type ContactDetailField,
  type ContactImportField,
} from '@recado/contracts'
import type { AttributeColumn } from './attribute-columns.ts'

type NamedField = Exclude<ContactImportField, 'ignore' | 'extra' | `attribute:${string}`>

/** Headings by which people call the columns, in the languages of the product, and those of other programs' exports. */
const headings: Readonly<Record<Exclude<NamedField, ContactDetailField>, readonly string[]>> &
  Readonly<Partial<Record<ContactDetailField, readonly string[]>>> = {
  name: [
    'nome',
    'name',
    'nombre',
    'имя',
    'nome completo',
    'full name',
    'nombre completo',
    'полное имя',
    'фио',
    'contato',
    'contact',
    'contacto',
    'контакт',
    'cliente',
    'client',
    'customer',
    'клиент',
    'razao social',
    'display name',
    'first name',
  ],
  number: [
    'numero',
    'number',
    'номер',
    'telefone',
    'phone',
    'telefono',
    'телефон',
    'celular',
    'mobile',
    'movil',
    'мобильный',
    'whatsapp',
    'fone',
    'tel',
    'phone number',
    'numero de telefone',
    'numero de telefono',
    'номер телефона',
    'phone 1 - value',
    'mobile phone',
    'telefone 1',
  ],
  email: [
    'email',
    'e-mail',
    'correo',
    'correo electronico',
    'почта',
    'эл. почта',
    'электронная почта',
    'mail',
    'e-mail 1 - value',
    'e-mail address',
    'endereco de e-mail',
  ],
  firstName: ['primer nombre', 'собственное имя', 'given name', 'prenome'],
  lastName: ['family name', 'surname', 'apellidos'],
  businessName: [
    'nome da empresa',
    'company name',
    'organization',
    'organizacao',
    'organization name',
    'business name',
    'организация',
  ],
  document: ['cpf', 'cnpj', 'cpf/cnpj', 'documento', 'document', 'документ'],
  birthdayDate: [
    'aniversario',
    'birthday',
    'cumpleanos',
    'день рождения',
    'data de nascimento',
    'nascimento',
    'birth date',
  ],
  gender: ['sexo', 'sex'],
  website: ['web', 'pagina web', 'url'],
  telegramId: ['Telegram ID'],
  wallets: ['carteira', 'carteiras', 'wallet', 'wallets', 'cartera', 'carteras', 'ответственные'],
  tags: ['etiquetas', 'etiqueta', 'tags', 'tag', 'метки', 'метка', 'labels', 'marcadores', 'group membership'],
}
/** The same word, however it is written. */
const plain = (heading: string): string =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[*_:]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Some words stand for two fields: a `first name` is all there is of a name, or beside it a part of it. */
const known = new Map<string, NamedField[]>()
const fields: readonly (readonly [NamedField, readonly string[]])[] = [
  ...(Object.entries(headings) as [NamedField, readonly string[]][]),
  ...contactDetailFields.map((field) => [field, Object.values(contactDetails[field].label)] as const),
]
for (const [field, words] of fields)
  for (const word of new Set(words.map(plain))) known.set(word, [...(known.get(word) ?? []), field])

/**
 * Probable field of each column, by its heading. Each field is given once, to the first column with its name; columns
 * with other headings become further information. Attributes match by their label or their key.
 */
export function guessMapping(
  columns: readonly string[],
  attributes: Iterable<AttributeColumn> = [],
): ContactImportField[] {
  const given = new Set<ContactImportField>()
  const own = [...attributes].flatMap(({ key, label }) =>
    [distinct(label, key), key, label].map((word): [string, ContactImportField] => [plain(word), `attribute:${key}`]),
  )
  return columns.map((heading) => {
    const field =
      known.get(plain(heading))?.find((one) => !given.has(one)) ??
      own.find(([word, one]) => word === plain(heading) && !given.has(one))?.[1]
    if (field === undefined) return plain(heading) === '' ? 'ignore' : 'extra'
    given.add(field)
    return field
  })
}

const distinct = (label: string, key: string): string => `${label} (${key})`

/**
 * The headings of an export for attributes, in their order: the label, and the key beside it where the label is a word
 * for something else too. An import knows each of them again.
 */
export function attributeHeadings(attributes: readonly AttributeColumn[]): string[] {
  const keys = new Set(attributes.map(({ key }) => plain(key)))
  const taken = new Set<string>()
  return attributes.map(({ key, label }) => {
    const word = plain(label)
    const isItsOwn = word !== '' && !known.has(word) && !taken.has(word) && (!keys.has(word) || word === plain(key))
    taken.add(word)
    return isItsOwn ? label : distinct(label, key)
  })
}
