import { useEffect, useState } from 'react'
import { KeptFile, type Attachment } from '../../../data/messages/kept-file.ts'

/** An address under which an attached file can be shown; undefined until there is one. */
export function useObjectUrl(file: Attachment): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file instanceof KeptFile) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return file instanceof KeptFile ? file.upload.path : url
}
