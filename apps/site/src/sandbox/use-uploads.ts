import { type PrintAsset, uploadPrintAsset } from '@app/api-client'
import { useEffect, useRef, useState } from 'react'
import { type Failure, failureOf, type FailureWords } from './failure.ts'
import { type SandboxKeyRing, withKey } from './key-storage.ts'

const mostBytes = 5 * 1_024 * 1_024
/** The server waits 30 seconds for a file, and says so then. */
const timeoutMs = 40_000

const megabytes = (bytes: number) => `${(bytes / 1_024 / 1_024).toFixed(1)} MB`

const ofImages: FailureWords = {
  busy: 'Too many images at once',
  tooLarge: 'An image has at most 5 MB.',
  kept: 'Nothing was stored.',
  faults: 'It was not stored.',
}

const tooLarge = (file: File): Failure => ({
  title: 'Too large',
  text: `An image has at most 5 MB, and this file has ${megabytes(file.size)}. 300 pixels for each printed inch are enough: save it smaller.`,
  faults: [],
})

export interface Upload {
  id: number
  file: File
  state: 'waiting' | 'sending' | Failure
}

type OnStored = (asset: PrintAsset, file: File) => void

/** Sends images one after the other. What was refused stays in the list, with why. */
export function useUploads(ring: SandboxKeyRing, onStored: OnStored) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const last = useRef(Promise.resolve())
  const count = useRef(0)
  const endings = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const all = endings.current
    return () => {
      for (const ending of all.values()) ending.abort()
    }
  }, [])

  const set = (id: number, state: Upload['state']) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
  const remove = (id: number) => {
    endings.current.get(id)?.abort()
    setUploads((before) => before.filter((upload) => upload.id !== id))
  }

  const send = async ({ id, file }: Upload): Promise<void> => {
    const ending = endings.current.get(id)
    if (!ending || ending.signal.aborted) return
    set(id, 'sending')
    try {
      const { data } = await uploadPrintAsset(file, { ...withKey(ring), signal: ending.signal, timeoutMs })
      onStored(data, file)
      remove(id)
    } catch (error) {
      if (!ending.signal.aborted) set(id, failureOf(error, ofImages))
    }
  }
  const inTurn = (upload: Upload) => {
    endings.current.set(upload.id, new AbortController())
    last.current = last.current.then(() => send(upload))
  }

  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) {
        count.current += 1
        const upload: Upload = { id: count.current, file, state: file.size > mostBytes ? tooLarge(file) : 'waiting' }
        setUploads((before) => [...before, upload])
        if (upload.state === 'waiting') inTurn(upload)
      }
    },
    again: (upload: Upload) => {
      set(upload.id, 'waiting')
      inTurn(upload)
    },
    remove,
  }
}
