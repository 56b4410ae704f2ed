import { Field, FormDialog, Input, toast, useErrorText, useWords } from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { maxNameLength, maxPackLength } from '../../stickers/limits.ts'
import type { Sticker } from '../../stickers/sticker.ts'
import { NoSticker, prepareSticker } from '../prepare-sticker.ts'
import { usePacks, useStickerActs } from '../use-stickers.ts'

/** A new sticker from a picture, or another name and pack for one that is there. */
export function StickerForm({ sticker, onClose }: { sticker: Sticker | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const packList = useId()
  const packs = usePacks()
  const { add, rename } = useStickerActs()
  const [words, setWords] = useState({ name: sticker?.name ?? '', pack: sticker?.pack ?? '' })
  const [file, setFile] = useState<File>()
  const [problems, setProblems] = useState<{ readonly name?: string; readonly file?: string }>({})
  const [refusal, setRefusal] = useState<unknown>()
  const isBusy = add.isPending || rename.isPending
  const submit = async () => {
    const found = {
      ...(words.name.trim() === '' && { name: t('problem.name') }),
      ...(sticker === undefined && file === undefined && { file: t('problem.file') }),
    }
    setProblems(found)
    setRefusal(undefined)
    if (Object.keys(found).length > 0 || isBusy) return
    try {
      if (sticker) await rename.mutateAsync({ id: sticker.id, words })
      else await add.mutateAsync({ file: await prepareSticker(file!), words })
      toast.success(t('form.saved'))
      onClose()
    } catch (error) {
      if (error instanceof NoSticker) setProblems({ file: t(`problem.${error.problem}`) })
      else setRefusal(error)
    }
  }
  return (
    <FormDialog
      title={t(sticker ? 'form.edit' : 'form.create')}
      busy={isBusy}
      problem={refusal === undefined ? undefined : textOf(refusal)}
      mistakes={problems}
      onSubmit={submit}
      onClose={onClose}
    >
      {sticker ? (
        <img src={sticker.url} alt={sticker.name} className="size-32 self-center object-contain" />
      ) : (
        <Field label={t('form.file')} help={t('form.fileHelp')} error={problems.file} required>
          <Input
            type="file"
            accept="image/png,image/webp,image/gif,image/jpeg"
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        </Field>
      )}
      <Field label={t('form.name')} help={t('form.nameHelp')} error={problems.name} required>
        <Input
          value={words.name}
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={(event) => setWords({ ...words, name: event.target.value })}
        />
      </Field>
      <Field label={t('form.pack')} help={t('form.packHelp')}>
        <Input
          value={words.pack}
          maxLength={maxPackLength}
          list={packList}
          autoComplete="off"
          onChange={(event) => setWords({ ...words, pack: event.target.value })}
        />
      </Field>
      <datalist id={packList}>
        {packs.data?.packs.map((pack) => (
          <option key={pack} value={pack}>
            {pack}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}
