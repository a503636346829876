import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fetchAnswer } from './load.ts'

const client = path.join(import.meta.dirname, '../build/client')

interface ManifestEntry {
  file: string
  imports?: string[]
}

export interface Weight {
  /** Size of `/`, in bytes. */
  html: number
  html_gzip: number
  /** Size of the scripts that `/` loads, each compressed on its own. Bytes. */
  script_gzip: number
  scripts: number
}

/**
 * Measures what a browser downloads for `/` before any interaction: the scripts that the page or its `link` header
 * name, and their static imports.
 */
export async function measureWeight(url: string): Promise<Weight> {
  const { headers, body } = await fetchAnswer(url, { method: 'GET', path: '/', headers: { 'accept-encoding': 'gzip' } })
  const bytes = Buffer.from(body, 'base64')
  const isPacked = headers.some(([name, value]) => name === 'content-encoding' && value === 'gzip')
  const html = isPacked ? gunzipSync(bytes) : bytes
  const linkHeaders = headers.filter(([name]) => name === 'link').map(([, value]) => value)
  // Scripts with a source, module preloads, and the imports of inline module scripts.
  const named = [html.toString(), ...linkHeaders].join('\n').matchAll(/["<]\/((?:assets\/)?[\w.-]+\.js)\b/g)
  const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const byFile = new Map(Object.values(manifest).map((entry) => [entry.file, entry]))
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const key of byFile.get(file)?.imports ?? []) {
      const imported = manifest[key]
      if (imported) add(imported.file)
    }
  }
  for (const [, file = ''] of named) add(file)
  const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length)
  return {
    html: html.length,
    html_gzip: gzipSync(html, { level: 9 }).length,
    script_gzip: sizes.reduce((sum, size) => sum + size, 0),
    scripts: files.size,
  }
}
