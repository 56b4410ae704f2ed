import { Button, Field, Input, Select, useWords } from '@recado/sdk/ui'
import { headerFormats, isMediaHeader, type MediaHeaderFormat } from '../../../templates/template-kinds.ts'
import { limits } from '../../../templates/template-limits.ts'
import { useHeaderFile } from '../use-header-file.ts'
import { Counter } from './counter.tsx'
import { Examples } from './examples.tsx'
import { useProblemText } from './problem-text.ts'
import type { EditorState } from './use-editor.ts'

/** Content above the text: none, a text, a file, a place. */
export function HeaderFields({
  editor,
  disabled,
  onFile,
}: {
  editor: EditorState
  disabled: boolean
  onFile(url: string | null): void
}) {
  const { t } = useWords()
  const problemText = useProblemText()
  const { content, change, problemAt } = editor
  return (
    <>
      <Field
        label={t('templates.field.header')}
        help={content.headerFormat === 'LOCATION' ? t('templates.help.LOCATION') : undefined}
      >
        <Select
          value={content.headerFormat ?? ''}
          disabled={disabled}
          options={[
            { value: '', label: t('templates.header.none') },
            ...headerFormats.map((value) => ({ value, label: t(`templates.header.${value}`) })),
          ]}
          onValueChange={(value) => {
            change({ headerFormat: headerFormats.find((one) => one === value) ?? null, headerMediaId: null })
            onFile(null)
          }}
        />
      </Field>
      {content.headerFormat === 'TEXT' && (
        <>
          <Field
            label={t('templates.field.headerText')}
            help={<Counter text={content.headerText} limit={limits.headerText} />}
            error={problemText(problemAt('headerText'))}
            required
          >
            <Input
              value={content.headerText}
              disabled={disabled}
              onChange={(event) => change({ headerText: event.target.value })}
            />
          </Field>
          <Examples part="header" editor={editor} disabled={disabled} />
        </>
      )}
      {isMediaHeader(content.headerFormat) && (
        <HeaderFile
          key={content.headerFormat}
          format={content.headerFormat}
          editor={editor}
          disabled={disabled}
          onFile={onFile}
        />
      )}
    </>
  )
}

function HeaderFile({
  format,
  editor: { content, change, problemAt },
  disabled,
  onFile,
}: {
  format: MediaHeaderFormat
  editor: EditorState
  disabled: boolean
  onFile(url: string | null): void
}) {
  const { t } = useWords()
  const problemText = useProblemText()
  const { take, refusal, isBusy, accept } = useHeaderFile(format, ({ id, url }) => {
    change({ headerMediaId: id })
    onFile(url)
  })
  return (
    <>
      <Field
        label={t('templates.field.headerFile')}
        help={t(`templates.help.${format}`)}
        error={refusal ?? problemText(problemAt('headerMediaId'))}
        required
      >
        <Input
          type="file"
          accept={accept}
          disabled={disabled || isBusy}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </Field>
      <p role="status" className="flex items-center gap-2 text-sm empty:hidden">
        {isBusy
          ? t('templates.editor.uploading')
          : content.headerMediaId !== null && (
              <>
                {t('templates.editor.stored')}
                {!disabled && (
                  <Button
                    size="small"
                    variant="ghost"
                    onClick={() => {
                      change({ headerMediaId: null })
                      onFile(null)
                    }}
                  >
                    {t('templates.editor.removeFile')}
                  </Button>
                )}
              </>
            )}
      </p>
    </>
  )
}
