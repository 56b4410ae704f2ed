import { useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { MediaHeaderFormat } from '../../templates/template-kinds.ts'
import { headerFiles } from '../../templates/template-limits.ts'
import type { HeaderMedia } from '../../templates/template.ts'
import { useHeaderUpload } from './use-templates.ts'

/** Takes a picked file for a header: says why not, or stores it. */
export function useHeaderFile(format: MediaHeaderFormat, onStored: (media: HeaderMedia) => void) {
  const { t } = useWords()
  const textOf = useErrorText()
  const upload = useHeaderUpload()
  const [refusal, setRefusal] = useState<string>()
  const { bytes, mimes } = headerFiles[format]
  const take = async (file: File | undefined) => {
    if (!file) return
    const wrong = (mimes as readonly string[]).includes(file.type)
      ? file.size > bytes
        ? 'fileSize'
        : undefined
      : 'fileType'
    setRefusal(wrong && t(`templates.rule.${wrong}`))
    if (wrong) return
    try {
      onStored(await upload.mutateAsync(file))
    } catch (error) {
      setRefusal(textOf(error))
    }
  }
  return {
    take: (file: File | undefined) => void take(file),
    refusal,
    isBusy: upload.isPending,
    accept: mimes.join(','),
  }
}
