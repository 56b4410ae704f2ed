import { contactLengths, Refusal, type Contact, type ContactDetailField, type Locale } from '@recado/contracts'
import { contactColumns, type ContactColumns } from '../contact-fields.ts'

/** A detail of a contact as a column of tables: how it is called, how it is written, and how it is read back. */
export interface DetailColumn {
  readonly field: ContactDetailField
  /** The heading of an export, by which an import knows it again. */
  readonly heading: Readonly<Record<Locale, string>>
  /** Other names of it; accents and case do not count. */
  readonly called: readonly string[]
  /** The column of core.contact. */
  readonly column: keyof ContactColumns & string
  readonly name: string
  write(contact: Contact, locale: Locale): string
  /** What a request would say, before it is checked as one. */
  read(text: string): unknown
}

type Words = Readonly<Record<string, Readonly<Record<Locale, readonly string[]>>>>
const heading = (ptBR: string, en: string, es: string, ru: string): Readonly<Record<Locale, string>> => ({
  'pt-BR': ptBR,
  en,
  es,
  ru,
})

/** The first word of each language is the one that is written. */
const genders: Words = {
  male: {
    'pt-BR': ['Masculino', 'homem', 'm'],
    en: ['Male', 'man'],
    es: ['Masculino', 'hombre'],
    ru: ['Мужской', 'м'],
  },
  female: {
    'pt-BR': ['Feminino', 'mulher', 'f'],
    en: ['Female', 'woman'],
    es: ['Femenino', 'mujer'],
    ru: ['Женский', 'ж'],
  },
  'non-binary': {
    'pt-BR': ['Não binário', 'não-binário', 'não binária'],
    en: ['Non-binary', 'nonbinary'],
    es: ['No binario', 'no binaria'],
    ru: ['Небинарный'],
  },
}
const maritalStatuses: Words = {
  single: {
    'pt-BR': ['Solteiro(a)', 'solteiro', 'solteira'],
    en: ['Single'],
    es: ['Soltero(a)', 'soltero', 'soltera'],
    ru: ['Не в браке', 'холост', 'не замужем'],
  },
  married: {
    'pt-BR': ['Casado(a)', 'casado', 'casada'],
    en: ['Married'],
    es: ['Casado(a)'],
    ru: ['В браке', 'женат', 'замужем'],
  },
  divorced: {
    'pt-BR': ['Divorciado(a)', 'divorciado', 'divorciada'],
    en: ['Divorced'],
    es: ['Divorciado(a)'],
    ru: ['В разводе', 'разведён', 'разведена'],
  },
  widowed: {
    'pt-BR': ['Viúvo(a)', 'viúvo', 'viúva'],
    en: ['Widowed', 'widow', 'widower'],
    es: ['Viudo(a)', 'viudo', 'viuda'],
    ru: ['Вдовец/вдова', 'вдовец', 'вдова'],
  },
  other: { 'pt-BR': ['Outro', 'outra'], en: ['Other'], es: ['Otro', 'otra'], ru: ['Другое'] },
}

const plainWord = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()
const codes = (words: Words): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(words).flatMap(([code, spoken]) =>
      [code, ...Object.values(spoken).flat()].map((word) => [plainWord(word), code] as const),
    ),
  )

/** Days as people write them where the product is used, and as programs do. Undefined for what is neither. */
export function readDay(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text.slice(0, 10) : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
export const writeDay = (iso: string | null): string => (iso === null ? '' : iso.split('-').toReversed().join('/'))

type Told = Exclude<ContactDetailField, 'birthdayDate' | 'gender' | 'maritalStatus'>
const text = (
  field: Told,
  column: keyof ContactColumns & string,
  name: string,
  headings: Readonly<Record<Locale, string>>,
  called: readonly string[],
): DetailColumn => ({
  field,
  column,
  name,
  heading: headings,
  called,
  write: (contact) => contact[field] ?? '',
  read: (value) => (value.length <= contactLengths[field] ? value : undefined),
})
const choice = (
  field: 'gender' | 'maritalStatus',
  name: string,
  words: Words,
  headings: Readonly<Record<Locale, string>>,
  called: readonly string[],
): DetailColumn => {
  const known = codes(words)
  return {
    field,
    column: field,
    name,
    heading: headings,
    called,
    write: (contact, locale) => words[contact[field] ?? '']?.[locale][0] ?? '',
    read: (value) => known.get(plainWord(value)),
  }
}

/** In the order of an export. */
export const detailColumns: readonly DetailColumn[] = [
  text(
    'firstName',
    'firstName',
    'first_name',
    heading('Primeiro nome', 'First name', 'Primer nombre', 'Собственное имя'),
    ['given name', 'prenome'],
  ),
  text('lastName', 'lastName', 'last_name', heading('Sobrenome', 'Last name', 'Apellido', 'Фамилия'), [
    'family name',
    'surname',
    'apellidos',
  ]),
  text('businessName', 'businessName', 'business_name', heading('Empresa', 'Company', 'Empresa', 'Компания'), [
    'nome da empresa',
    'company name',
    'organization',
    'organizacao',
    'organization name',
    'business name',
    'организация',
  ]),
  text('document', 'document', 'document', heading('CPF ou CNPJ', 'CPF or CNPJ', 'CPF o CNPJ', 'CPF или CNPJ'), [
    'cpf',
    'cnpj',
    'cpf/cnpj',
    'documento',
    'document',
    'документ',
  ]),
  {
    field: 'birthdayDate',
    column: 'birthday',
    name: 'birthday',
    heading: heading('Aniversário', 'Birthday', 'Cumpleaños', 'День рождения'),
    called: ['data de nascimento', 'nascimento', 'date of birth', 'birth date', 'fecha de nacimiento', 'дата рождения'],
    write: (contact) => writeDay(contact.birthdayDate),
    read: readDay,
  },
  choice('gender', 'gender', genders, heading('Gênero', 'Gender', 'Género', 'Пол'), ['sexo', 'sex']),
  choice(
    'maritalStatus',
    'marital_status',
    maritalStatuses,
    heading('Estado civil', 'Marital status', 'Estado civil', 'Семейное положение'),
    [],
  ),
  text('source', 'source', 'source', heading('Origem', 'Source', 'Origen', 'Источник'), []),
  text('category', 'category', 'category', heading('Categoria', 'Category', 'Categoría', 'Категория'), []),
  text('website', 'website', 'website', heading('Site', 'Website', 'Sitio web', 'Сайт'), ['web', 'pagina web', 'url']),
  text('instagram', 'instagram', 'instagram', heading('Instagram', 'Instagram', 'Instagram', 'Instagram'), []),
  text('telegramId', 'telegramId', 'telegram_id', heading('Telegram', 'Telegram', 'Telegram', 'Telegram'), [
    'Telegram ID',
  ]),
]
const byField = new Map<string, DetailColumn>(detailColumns.map((column) => [column.field, column]))
export const detailColumn = (field: string): DetailColumn | undefined => byField.get(field)

/** A cell by the rules of the form: what is stored of it, or undefined for what the form would refuse. */
export function readDetail({ field, column, read }: DetailColumn, cell: string, today: string): string | undefined {
  const given = read(cell)
  if (given === undefined) return undefined
  try {
    return (contactColumns({ [field]: given }, today)[column] as string | null | undefined) ?? undefined
  } catch (error) {
    if (Refusal.is(error)) return undefined
    throw error
  }
}
