import { useState } from 'react'
import { fileRefusal, titleFrom } from '../rules/uploading.ts'
import { lookInto } from './uploading/pictures.ts'

export interface Chosen {
  file: File
  title: string
  /** whether this browser plays it; undefined while it is looked into */
  isPlayable?: boolean
}

export interface Refused {
  name: string
  why: string
}

/** Files that were chosen and not sent yet, each with its title; what can't be sent is said at once. */
export function useChosen() {
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [refused, setRefused] = useState<Refused[]>([])
  const [early, setEarly] = useState('')
  function add(files: readonly File[]) {
    const wrong: Refused[] = []
    const fine: Chosen[] = []
    for (const file of files) {
      const why = fileRefusal(file)
      if (why) wrong.push({ name: file.name, why })
      else fine.push({ file, title: (chosen.length + fine.length === 0 && early) || titleFrom(file.name) })
    }
    setRefused(wrong)
    setChosen(all => [...all, ...fine])
    for (const { file } of fine)
      void lookInto(file).then(({ isPlayable }) =>
        setChosen(all => all.map(one => (one.file === file ? { ...one, isPlayable } : one))),
      )
  }
  return {
    chosen,
    refused,
    early,
    setEarly,
    add,
    setTitle: (at: number, title: string) =>
      setChosen(all => all.map((one, index) => (index === at ? { ...one, title } : one))),
    drop: (at: number) => setChosen(all => all.filter((_, index) => index !== at)),
    clear: () => {
      setChosen([])
      setRefused([])
      setEarly('')
    },
  }
}
