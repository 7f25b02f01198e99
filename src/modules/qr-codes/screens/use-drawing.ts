import { useEffect, useState } from 'react'
import type { QrDesign } from '#links/drawing/rules/design.ts'
import { drawWith, type StylingClass } from '#links/drawing/rules/svg.ts'

export interface Drawing {
  svg: string
  /** Why it can't be drawn or read; empty: it reads as what it says. */
  problem: string
}

/** Draws a code in the browser on every change, and reads what it has drawn. */
export function useDrawing(text: string, design: QrDesign): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const key = JSON.stringify(design)
  useEffect(() => {
    let isCurrent = true
    const show = (made: Drawing | null) => isCurrent && setDrawing(made)
    if (!text) show(null)
    else void draw(text, JSON.parse(key)).then(show)
    return () => {
      isCurrent = false
    }
  }, [text, key])
  return drawing
}

async function draw(text: string, design: QrDesign): Promise<Drawing> {
  let svg = ''
  try {
    const { default: Class } = await import('qr-code-styling')
    svg = await drawWith(Class as unknown as StylingClass, text, design)
    return { svg, problem: (await read(svg, design.size)) === text ? '' : unreadable }
  } catch (error) {
    return { svg, problem: error instanceof Error ? error.message : String(error) }
  }
}
const unreadable =
  'Phones may not be able to read this code. Make it larger, raise the contrast, or choose simpler dots.'

export const addressOf = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

async function read(svg: string, size: number): Promise<string | null> {
  const image = new Image(size, size)
  image.src = addressOf(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Canvas context not available')
  context.drawImage(image, 0, 0, size, size)
  const { default: jsQR } = await import('jsqr')
  const found = jsQR(context.getImageData(0, 0, size, size).data, size, size)
  return found && new TextDecoder().decode(Uint8Array.from(found.binaryData))
}
