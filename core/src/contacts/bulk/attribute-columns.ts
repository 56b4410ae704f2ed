import {
  attributeTextMost,
  type AttributeDefinition,
  type AttributeOption,
  type AttributeValue,
  type ContactImportField,
  type ContactRowProblem,
  type Locale,
  webAddress,
} from '@recado/contracts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { attributeDefinition } from '../../tables/attribute-definition.table.ts'
import type { Tx } from '../../db/database.ts'
import { readDay, writeDay } from './detail-cells.ts'

/** An attribute of contacts as a column of tables. */
export type AttributeColumn = Pick<AttributeDefinition, 'key' | 'label' | 'type' | 'options'>

/** Attributes that can be set, by their key and in their order; locked until the transaction ends. */
export async function attributeColumns(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, AttributeColumn>> {
  const rows = await tx
    .select()
    .from(attributeDefinition)
    .where(
      and(
        eq(attributeDefinition.tenantId, tenantId),
        eq(attributeDefinition.owner, 'contact'),
        isNull(attributeDefinition.archivedAt),
      ),
    )
    .orderBy(asc(attributeDefinition.position), asc(attributeDefinition.id))
    .for('key share')
  return new Map(rows.map((row) => [row.key, row]))
}

/** The key of the attribute that a column is. */
export const attributeOf = (field: ContactImportField): string | undefined =>
  field.startsWith('attribute:') ? field.slice('attribute:'.length) : undefined

const yes: Readonly<Record<Locale, string>> = { 'pt-BR': 'Sim', en: 'Yes', es: 'Sí', ru: 'Да' }
const no: Readonly<Record<Locale, string>> = { 'pt-BR': 'Não', en: 'No', es: 'No', ru: 'Нет' }
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase()
const trueWords = new Set([...Object.values(yes), 'true', '1', 'x', 's', 'y'].map(plain))
const falseWords = new Set([...Object.values(no), 'false', '0', 'n'].map(plain))
const number = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i
const between = /[;|\n]/

/** Text of an option: its label, or its id if two options have the label or it could not be separated from others. */
const called = ({ id, label }: AttributeOption, options: readonly AttributeOption[]): string =>
  between.test(label) ||
  label.trim() !== label ||
  options.some((one) => one.id !== id && (plain(one.label) === plain(label) || plain(one.id) === plain(label)))
    ? id
    : label

const optionIn = (options: readonly AttributeOption[], text: string): string | undefined =>
  (
    options.find(({ id }) => id === text) ??
    options.find(({ label }) => label === text) ??
    options.find(({ id, label }) => plain(label) === plain(text) || plain(id) === plain(text))
  )?.id

/** A value as a cell, so that {@link readAttribute} reads the same one back. */
export function writeAttribute(
  { type, options }: AttributeColumn,
  value: AttributeValue | undefined,
  locale: Locale,
): string {
  if (value === undefined) return ''
  const word = (id: string): string => {
    const option = options.find((one) => one.id === id)
    return option ? called(option, options) : id
  }
  if (Array.isArray(value)) return value.map(word).join('; ')
  if (typeof value === 'boolean') return (value ? yes : no)[locale]
  if (typeof value === 'number') return locale === 'en' ? String(value) : String(value).replace('.', ',')
  return type === 'choice' ? word(value) : type === 'date' ? writeDay(value) : value
}

/** A cell as a value, or what is wrong with it. Former options are read: only who has one keeps it. */
export function readAttribute(
  { type, options }: AttributeColumn,
  text: string,
): { readonly value: AttributeValue } | { readonly problem: ContactRowProblem } {
  const or = (value: AttributeValue | undefined, problem: ContactRowProblem) =>
    value === undefined ? { problem } : { value }
  switch (type) {
    case 'text':
      return text.length > attributeTextMost ? { problem: 'attributeTooLong' } : { value: text }
    case 'number':
      return or(number.test(text) && Number.isFinite(asNumber(text)) ? asNumber(text) : undefined, 'attributeNumber')
    case 'date':
      return or(readDay(text), 'attributeDay')
    case 'boolean':
      return or(trueWords.has(plain(text)) ? true : falseWords.has(plain(text)) ? false : undefined, 'attributeYesNo')
    case 'link':
      return or(text.length > attributeTextMost ? undefined : webAddress(text), 'attributeLink')
    case 'choice':
      return or(optionIn(options, text), 'attributeOption')
    case 'choices': {
      const whole = optionIn(options, text)
      const words = between.test(text) ? text.split(between) : text.split(',')
      const ids =
        whole === undefined
          ? words
              .map((word) => word.trim())
              .filter((word) => word !== '')
              .map((word) => optionIn(options, word))
          : [whole]
      return or(
        ids.length === 0 || ids.includes(undefined) ? undefined : [...new Set(ids as string[])],
        'attributeOption',
      )
    }
  }
}

const asNumber = (text: string): number => Number(text.replace(',', '.'))

/** Whether a value names a former option that `held` does not have. */
export function namesFormer(
  { options }: AttributeColumn,
  value: AttributeValue,
  held: AttributeValue | undefined,
): boolean {
  const had = new Set([held ?? []].flat())
  return options.some(
    ({ id, isFormer }) => isFormer && (Array.isArray(value) ? value.includes(id) : value === id) && !had.has(id),
  )
}
