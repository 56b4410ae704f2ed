/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { initialsOf } from '../initials.ts'
import { ChatIcon } from './icons.tsx'

/** The company's sign: its icon, or the one of the chat. */
export const Sign = ({ icon }: { icon: string | undefined }) =>
  icon === undefined ? <ChatIcon /> : <img src={icon} alt="" />

export interface FaceProps {
  /** Null for what nobody by name said. */
  name: string | null
  picture: string | null
  icon: string | undefined
}

/** Who speaks: the picture, the initials where there is none or it does not load, else the company's sign. */
export function Face({ name, picture, icon }: FaceProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const initials = initialsOf(name ?? '')
  return (
    <span class="face" aria-hidden="true">
      {picture !== null && picture !== broken ? (
        <img src={picture} alt="" onError={() => setBroken(picture)} />
      ) : initials === '' ? (
        <Sign icon={icon} />
      ) : (
        initials
      )}
    </span>
  )
}
