import type { Localized } from './locale.ts'

const words = (ptBR: string, en: string, es: string, ru: string): Localized => ({ 'pt-BR': ptBR, en, es, ru })

/** Description common to all details. */
interface Described {
  /** Label of the form, of a table's column and of the choice of a column in an import. */
  readonly label: Localized
  /** Sentence below the control. */
  readonly help?: Localized
  /** Sentence at the control when the value breaks the rule of the detail. */
  readonly problem?: Localized
  /** Tab of the form that shows the control, and whether two such controls share a line. */
  readonly form: { readonly part: 'data' | 'profile' | 'extras'; readonly half?: true }
}

/**
 * Form of a text: a CPF or CNPJ, an address of the web, a name on a platform that may be written with an `@` in front.
 */
export type ContactTextFormat = 'document' | 'webAddress' | 'handle'

/** Detail that is a line of text of at most `maxLength` characters. */
export interface ContactTextDetail extends Described {
  readonly type: 'text'
  readonly maxLength: number
  readonly format?: ContactTextFormat
  /** Numbers and addresses in it are hidden from users who see contacts masked. */
  readonly masked: boolean
}

/** Detail that is a day in the past, as `1990-02-28`. */
export interface ContactDayDetail extends Described {
  readonly type: 'day'
  readonly earliest: string
}

/** Detail that is one of a few codes; `options` gives their labels. */
export interface ContactChoiceDetail extends Described {
  readonly type: 'choice'
  readonly options: Readonly<Record<string, Localized>>
}

/** Description of a detail: type, limits, rule, label and place in the form. */
export type ContactDetailDescription = ContactTextDetail | ContactDayDetail | ContactChoiceDetail

/**
 * Details of a contact (S3-014, S3-015) in the order of an export. Requests, forms, masking, import, export and the
 * archive of a person's data read type, limit, rule and label here; a detail is a column of `core.contact` beside.
 * Free of zod: screens read it.
 */
export const contactDetails = {
  firstName: {
    type: 'text',
    label: words('Primeiro nome', 'First name', 'Nombre de pila', 'Личное имя'),
    maxLength: 100,
    masked: true,
    form: { part: 'data', half: true },
  },
  lastName: {
    type: 'text',
    label: words('Sobrenome', 'Last name', 'Apellido', 'Фамилия'),
    maxLength: 100,
    masked: true,
    form: { part: 'data', half: true },
  },
  businessName: {
    type: 'text',
    label: words('Empresa', 'Company', 'Empresa', 'Компания'),
    maxLength: 200,
    masked: true,
    form: { part: 'profile' },
  },
  document: {
    type: 'text',
    label: words('CPF ou CNPJ', 'CPF or CNPJ', 'CPF o CNPJ', 'CPF или CNPJ'),
    help: words(
      'Só para quem tem cadastro no Brasil.',
      'Only for those registered in Brazil.',
      'Solo para quien está registrado en Brasil.',
      'Только для зарегистрированных в Бразилии.',
    ),
    problem: words(
      'Este CPF ou CNPJ não existe. Confira os dígitos.',
      'This CPF or CNPJ does not exist. Check the digits.',
      'Este CPF o CNPJ no existe. Revise los dígitos.',
      'Такого CPF или CNPJ нет. Проверьте цифры.',
    ),
    // However it is masked; without its mask it has 11 or 14 characters.
    maxLength: 40,
    format: 'document',
    masked: false,
    form: { part: 'profile' },
  },
  birthdayDate: {
    type: 'day',
    label: words('Data de nascimento', 'Date of birth', 'Fecha de nacimiento', 'Дата рождения'),
    problem: words(
      'Escreva uma data que já passou.',
      'Write a date in the past.',
      'Escriba una fecha pasada.',
      'Введите прошедшую дату.',
    ),
    // Earliest birthday of a living person.
    earliest: '1900-01-01',
    form: { part: 'profile' },
  },
  gender: {
    type: 'choice',
    label: words('Gênero', 'Gender', 'Género', 'Пол'),
    options: {
      male: words('Masculino', 'Male', 'Masculino', 'Мужской'),
      female: words('Feminino', 'Female', 'Femenino', 'Женский'),
      'non-binary': words('Não binário', 'Non-binary', 'No binario', 'Небинарный'),
    },
    form: { part: 'profile', half: true },
  },
  maritalStatus: {
    type: 'choice',
    label: words('Estado civil', 'Marital status', 'Estado civil', 'Семейное положение'),
    options: {
      single: words('Solteiro(a)', 'Single', 'Soltero(a)', 'Не в браке'),
      married: words('Casado(a)', 'Married', 'Casado(a)', 'В браке'),
      divorced: words('Divorciado(a)', 'Divorced', 'Divorciado(a)', 'В разводе'),
      widowed: words('Viúvo(a)', 'Widowed', 'Viudo(a)', 'Вдовство'),
      other: words('Outro', 'Other', 'Otro', 'Другое'),
    },
    form: { part: 'profile', half: true },
  },
  source: {
    type: 'text',
    label: words('Origem', 'Source', 'Origen', 'Источник'),
    help: words(
      'De onde o contato veio: feira, indicação, anúncio.',
      'Where the contact came from: fair, referral, ad.',
      'De dónde vino el contacto: feria, recomendación, anuncio.',
      'Откуда пришёл контакт: выставка, рекомендация, реклама.',
    ),
    maxLength: 100,
    masked: true,
    form: { part: 'extras', half: true },
  },
  category: {
    type: 'text',
    label: words('Categoria', 'Category', 'Categoría', 'Категория'),
    help: words(
      'Como a empresa classifica: atacado, parceiro.',
      'How the company classes it: wholesale, partner.',
      'Cómo lo clasifica la empresa: mayorista, socio.',
      'Как его относит компания: опт, партнёр.',
    ),
    maxLength: 100,
    masked: true,
    form: { part: 'extras', half: true },
  },
  website: {
    type: 'text',
    label: words('Site', 'Website', 'Sitio web', 'Сайт'),
    help: words('Como empresa.com.br.', 'Like company.com.', 'Como empresa.com.', 'Например, company.com.'),
    problem: words(
      'Escreva o endereço de uma página, como empresa.com.br.',
      'Write the address of a page, like company.com.',
      'Escriba la dirección de una página, como empresa.com.',
      'Введите адрес страницы, например company.com.',
    ),
    maxLength: 500,
    format: 'webAddress',
    masked: false,
    form: { part: 'profile' },
  },
  instagram: {
    type: 'text',
    label: words('Instagram', 'Instagram', 'Instagram', 'Instagram'),
    maxLength: 100,
    format: 'handle',
    masked: true,
    form: { part: 'profile', half: true },
  },
  telegramId: {
    type: 'text',
    label: words('Telegram', 'Telegram', 'Telegram', 'Telegram'),
    maxLength: 100,
    masked: true,
    form: { part: 'profile', half: true },
  },
} as const satisfies Readonly<Record<string, ContactDetailDescription>>

type Details = typeof contactDetails
/** Name of a detail in requests and answers. */
export type ContactDetailField = keyof Details
/** Names of the details of one type. */
export type ContactDetailOf<Type extends ContactDetailDescription['type']> = {
  [Field in ContactDetailField]: Details[Field]['type'] extends Type ? Field : never
}[ContactDetailField]
/** Codes of a detail that is a choice. */
export type ContactChoiceOf<Field extends ContactDetailOf<'choice'>> = keyof Details[Field]['options']
/** Value of a detail in answers; null when none was given. */
export type ContactDetailValue<Field extends ContactDetailField> =
  Field extends ContactDetailOf<'choice'> ? ContactChoiceOf<Field> | null : string | null

/** The names of all details, in the order of an export. */
export const contactDetailFields = Object.keys(contactDetails) as readonly ContactDetailField[]

/** The names of the details that are lines of text. */
export const contactTextFields = contactDetailFields.filter(
  (field): field is ContactDetailOf<'text'> => contactDetails[field].type === 'text',
)

/** Whether a name is that of a detail. */
export const isContactDetail = (name: string): name is ContactDetailField => Object.hasOwn(contactDetails, name)
