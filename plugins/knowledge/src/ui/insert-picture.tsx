import { Button, Icon, toast, useApi, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { pictureTypes } from '../pictures/picture.ts'

/** Words of a picture that stand where it cannot be seen: its file's name, without what Markdown reads as marks. */
export const wordsOfFile = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .replace(/[[\]()\\!]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Uploads a picture, and hands its Markdown over for the text. */
export function InsertPicture({ onInsert }: { onInsert(markdown: string): void }) {
  const { t } = useWords()
  const api = useApi()
  const field = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn(file: File) {
      const form = new FormData()
      form.set('file', file)
      return api.upload<{ address: string }>('pictures', form)
    },
    onSuccess: ({ address }, { name }) => onInsert(`![${wordsOfFile(name)}](${address})`),
    onError: (error) => void toast.error(error),
  })
  return (
    <>
      <Button
        size="small"
        className="self-start"
        icon={<Icon name="image" size={16} />}
        busy={upload.isPending}
        onClick={() => field.current?.click()}
      >
        {t('editor.picture')}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={t('editor.picture')}
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) upload.mutate(file)
          target.value = ''
        }}
      />
    </>
  )
}
