import { Field, Input } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { readLimit, type LimitTexts } from './limit-text.ts'

/** One number for each kind; empty is without limit, which the field says itself. */
export function LimitFields<Kind extends string>({
  legend,
  kinds,
  texts,
  onChange,
  prefix,
}: {
  legend: string
  kinds: readonly Kind[]
  texts: LimitTexts<Kind>
  onChange(texts: LimitTexts<Kind>): void
  /** Of the labels: `<prefix>.<kind>`. */ prefix: string
}) {
  const { t } = useTranslation('companies')
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-list font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">
        {kinds.map((kind) => (
          <Field
            key={kind}
            label={t(`${prefix}.${kind}` as string)}
            error={readLimit(texts[kind]) === undefined ? t('limits.wrong') : undefined}
          >
            <Input
              value={texts[kind]}
              inputMode="numeric"
              autoComplete="off"
              placeholder={t('limits.none')}
              onChange={(event) => onChange({ ...texts, [kind]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
