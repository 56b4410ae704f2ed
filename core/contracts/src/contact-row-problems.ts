import type { Localized } from './locale.ts'

const words = (ptBR: string, en: string, es: string, ru: string): Localized => ({ 'pt-BR': ptBR, en, es, ru })

/**
 * Why a row of an import is not taken, in words. Read by the screen of the import and written into the file of the rows
 * that were refused.
 */
export const contactRowProblems = {
  nameMissing: words('Falta o nome', 'The name is missing', 'Falta el nombre', 'Нет имени'),
  nameTooLong: words(
    'O nome tem mais de 200 caracteres',
    'The name has more than 200 characters',
    'El nombre tiene más de 200 caracteres',
    'Имя длиннее 200 символов',
  ),
  numberMissing: words(
    'Falta o número ou o e-mail',
    'The number or the e-mail is missing',
    'Falta el número o el correo',
    'Нет номера или эл. почты',
  ),
  numberInvalid: words(
    'O número precisa de DDI e DDD',
    'The number needs country and area code',
    'El número necesita código de país y de área',
    'Номеру нужны код страны и города',
  ),
  emailInvalid: words(
    'O e-mail não é válido',
    'The e-mail is not valid',
    'El correo no es válido',
    'Неверный адрес эл. почты',
  ),
  tagUnknown: words('A etiqueta não existe', 'There is no such tag', 'La etiqueta no existe', 'Такой метки нет'),
  detailInvalid: words(
    'O texto não é o que esta coluna pede',
    'The text is not what this column asks for',
    'El texto no es lo que pide esta columna',
    'Текст не подходит для этого столбца',
  ),
  userUnknown: words(
    'Não há usuário com este e-mail',
    'No user has this e-mail address',
    'Ningún usuario tiene este correo',
    'Нет пользователя с таким адресом',
  ),
  cellTooLong: words(
    'O texto tem mais de 2.000 caracteres',
    'The text has more than 2,000 characters',
    'El texto tiene más de 2.000 caracteres',
    'Текст длиннее 2000 символов',
  ),
  attributeTooLong: words(
    'O texto tem mais de 1.000 caracteres',
    'The text has more than 1,000 characters',
    'El texto tiene más de 1.000 caracteres',
    'Текст длиннее 1000 символов',
  ),
  attributeNumber: words('Precisa ser um número', 'It has to be a number', 'Tiene que ser un número', 'Нужно число'),
  attributeDay: words(
    'Precisa ser uma data, como 31/12/2026',
    'It has to be a date, like 31/12/2026',
    'Tiene que ser una fecha, como 31/12/2026',
    'Нужна дата, например 31/12/2026',
  ),
  attributeYesNo: words(
    'Precisa ser sim ou não',
    'It has to be yes or no',
    'Tiene que ser sí o no',
    'Нужно «да» или «нет»',
  ),
  attributeOption: words(
    'Não é uma opção deste atributo',
    'It is no option of this attribute',
    'No es una opción de este atributo',
    'У этого атрибута нет такого варианта',
  ),
  attributeFormer: words(
    'É uma opção antiga, que não pode mais ser escolhida',
    'It is a former option, which cannot be chosen any more',
    'Es una opción anterior, que ya no se puede elegir',
    'Это прежний вариант, его больше нельзя выбрать',
  ),
  attributeLink: words(
    'Precisa ser um endereço da web',
    'It has to be an address of the web',
    'Tiene que ser una dirección web',
    'Нужен веб-адрес',
  ),
  attributeGone: words(
    'Este atributo não existe mais',
    'There is no such attribute any more',
    'Este atributo ya no existe',
    'Такого атрибута больше нет',
  ),
  twoContacts: words(
    'O número é de um contato e o e-mail é de outro',
    'The number is of one contact and the e-mail of another',
    'El número es de un contacto y el correo de otro',
    'Номер одного контакта, а почта другого',
  ),
  limitReached: words(
    'O plano não permite mais contatos (ERR_CONTACT_LIMIT_REACHED)',
    'The plan allows no more contacts (ERR_CONTACT_LIMIT_REACHED)',
    'El plan no permite más contactos (ERR_CONTACT_LIMIT_REACHED)',
    'Тариф не допускает больше контактов (ERR_CONTACT_LIMIT_REACHED)',
  ),
  notReached: words(
    'A importação parou antes desta linha',
    'The import stopped before this row',
    'La importación se detuvo antes de esta fila',
    'Импорт остановлен до этой строки',
  ),
} as const satisfies Readonly<Record<string, Localized>>

/** A reason for which a row is not taken. */
export type ContactRowProblem = keyof typeof contactRowProblems
