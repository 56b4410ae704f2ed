import { formFields, type FormField } from '@recado/contracts'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { ConfigurationDraft } from '../../plugins/api/src/configurations/configuration.ts'
import { configurationFields } from '../../plugins/api/src/ui/settings/configuration-fields.ts'
import { SurveyDraft } from '../../plugins/nps/src/surveys/survey.ts'
import { surveyFields } from '../../plugins/nps/src/ui/settings/survey-fields.ts'

/** How a schema knows what a form lets choose: by ids, and an address as a text that core judges. */
const inSchema: Partial<Record<FormField['type'], FormField['type']>> = {
  reference: 'string',
  referenceArray: 'stringArray',
  url: 'string',
}
/** What a field takes. */
const rule = ({ name, type, options, min, max, maxLength }: FormField) => ({
  name,
  type: inSchema[type] ?? type,
  options,
  min,
  max,
  maxLength,
})
const byName = (fields: readonly FormField[]): Map<string, object> =>
  new Map(fields.map((field) => [field.name, rule(field)]))

const forms: readonly [string, readonly FormField[], z.ZodObject][] = [
  ['an API configuration', configurationFields, ConfigurationDraft],
  ['a survey', surveyFields('nps'), SurveyDraft],
]
test.each(forms)('the form of %s takes what its route takes, and asks for what that needs', (_name, form, schema) => {
  const route = formFields(schema)
  expect(byName(form)).toEqual(byName(route))
  const asked = new Set(form.flatMap(({ name, required }) => (required ? [name] : [])))
  expect(route.filter(({ name, required }) => required && !asked.has(name))).toEqual([])
})
