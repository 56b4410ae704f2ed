import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportAbsence } from '../harness/absence.ts'
import { onPath } from '../harness/programs.ts'
import { block, renamed } from './blocks.ts'

function hasSystemd(): boolean {
  if (onPath('systemd-analyze') !== undefined) return true
  if (process.platform === 'linux') reportAbsence('the unit for systemd', 'there is no systemd-analyze on the PATH')
  return false
}

/** What systemd says of a unit; nothing when it understands all of it. */
function verified(unit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'recado-unit-'))
  try {
    writeFileSync(join(folder, 'recado.service'), unit)
    const args = ['verify', '--man=no', join(folder, 'recado.service')]
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    return status === 0 ? stdout + stderr : `${status} ${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.runIf(hasSystemd())('the unit of docs/operations/supervisor.md', () => {
  const unit = renamed(block('supervisor.md', '[Service]'), { '/usr/bin/npm': onPath('npm')! })

  it('is understood by systemd as a whole', () => {
    expect(verified(unit)).toBe('')
    expect(verified(renamed(unit, { 'UMask=': 'Mask=' }))).toContain("Unknown key 'Mask'")
  })
})
