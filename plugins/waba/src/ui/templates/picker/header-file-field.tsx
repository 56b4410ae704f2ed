import { Checkbox, Field, Input, useWords } from '@recado/sdk/ui'
import type { MediaHeaderFormat } from '../../../templates/template-kinds.ts'
import type { Template } from '../../../templates/template.ts'
import { useHeaderFile } from '../use-header-file.ts'

/** The stored file that goes along, and where it can be looked at. */
export interface HeaderChoice {
  readonly id: Template['headerMediaId']
  readonly url: string | null
}
interface Props {
  format: MediaHeaderFormat
  template: Pick<Template, 'headerMediaId' | 'headerMediaUrl'>
  choice: HeaderChoice
  isMissing: boolean
  onChoose(choice: HeaderChoice): void
}

/** The file of the template itself, where it has one, or another that is uploaded now. */
export function HeaderFileField({ format, template, choice, isMissing, onChoose }: Props) {
  const { t } = useWords()
  const own: HeaderChoice = { id: template.headerMediaId, url: template.headerMediaUrl }
  const isOwn = own.id !== null && choice.id === own.id
  const { take, refusal, isBusy, accept } = useHeaderFile(format, ({ id, url }) => onChoose({ id, url }))
  return (
    <>
      {own.id !== null && (
        <Checkbox
          label={t('templates.picker.useExample')}
          checked={isOwn}
          onCheckedChange={(checked) => onChoose(checked ? own : { id: null, url: null })}
        />
      )}
      {!isOwn && (
        <Field
          label={t('templates.picker.file')}
          help={t(`templates.help.${format}`)}
          error={refusal ?? (isMissing ? t('templates.rule.headerMediaRequired') : undefined)}
          required
        >
          <Input type="file" accept={accept} disabled={isBusy} onChange={(event) => take(event.target.files?.[0])} />
        </Field>
      )}
      <p role="status" className="text-sm empty:hidden">
        {isBusy ? t('templates.editor.uploading') : !isOwn && choice.id !== null ? t('templates.editor.stored') : null}
      </p>
    </>
  )
}
