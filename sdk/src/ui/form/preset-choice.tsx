import type { FormPreset } from '@recado/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Select } from '../kit/field.tsx'
import { kitNamespace } from '../kit/words.ts'

interface PresetChoiceProps {
  presets: readonly FormPreset[]
  values: Readonly<Record<string, unknown>>
  /** Place of the addresses of their pages, as of the labels of fields. */
  namespace: string
  prefix: string
  onChoose(values: FormPreset['values']): void
}

/** The providers that a form can be filled in for; the one whose values the form has is chosen. */
export function PresetChoice({ presets, values, namespace, prefix, onChoose }: PresetChoiceProps) {
  const { t } = useTranslation([kitNamespace, namespace])
  const [isOther, setOther] = useState(false)
  const fitting = presets.find((one) => Object.entries(one.values).every(([name, value]) => values[name] === value))
  const chosen = isOther ? undefined : fitting
  const help = chosen && t(`${prefix}.presets.${chosen.id}.help`, { ns: namespace, defaultValue: '' })
  return (
    <Field
      label={t('preset.label')}
      help={
        help?.startsWith('https://') && (
          <a href={help} target="_blank" rel="noopener noreferrer">
            {t('preset.help', { title: chosen?.title })}
          </a>
        )
      }
    >
      <Select
        value={chosen?.id ?? ''}
        onValueChange={(id) => {
          const preset = presets.find((one) => one.id === id)
          setOther(preset === undefined)
          if (preset) onChoose(preset.values)
        }}
        options={[
          { value: '', label: t('preset.other') },
          ...presets.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
    </Field>
  )
}
