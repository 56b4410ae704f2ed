import { reportAbsence } from './absence.ts'
import { onPath } from './programs.ts'

/** Whether recordings can be converted on this machine. */
export function hasFfmpeg(): boolean {
  if (onPath('ffmpeg') !== undefined) return true
  reportAbsence('converting recordings', 'there is no ffmpeg on the PATH')
  return false
}
