import { z } from 'zod'

/** An answer that is not JSON and is sent piece by piece, however long it is. Each piece is text of the media type. */
export class TextStream {
  readonly media_type: string
  readonly file_name: string
  readonly pieces: AsyncIterable<string>

  constructor({ media_type, file_name, pieces }: Pick<TextStream, 'media_type' | 'file_name' | 'pieces'>) {
    this.media_type = media_type
    this.file_name = file_name
    this.pieces = pieces
  }
}

export const textStream = z.instanceof(TextStream)
