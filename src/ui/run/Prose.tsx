/** Markdown from a stranger: no raw HTML, no images from elsewhere, links that say where they go and leave no trace. */

import Markdown from 'react-markdown';
import styles from './ResultPanel.module.css';
import { splitTables } from './split-tables.ts';

export default function Prose({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      {splitTables(text).map((block, at) =>
        block.kind === 'table' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a finished text have no other name.
          <div key={at} className={styles.scroll}>
            <table>
              <thead>
                <tr>
                  {block.head.map((cell, column) => (
                    <th
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is its name.
                      key={column}
                      className={block.right[column] ? styles.number : undefined}
                      data-number={block.right[column] || undefined}
                    >
                      {cell}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {block.rows.map((row, rowAt) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a finished table have no other name.
                  <tr key={rowAt}>
                    {row.map((cell, column) => (
                      <td
                        // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is its name.
                        key={column}
                        className={block.right[column] ? styles.number : undefined}
                        data-number={block.right[column] || undefined}
                      >
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <Markdown
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a finished text have no other name.
            key={at}
            skipHtml
            disallowedElements={['img']}
            components={{
              a: ({ href, children }) => (
                <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
                  {children}
                </a>
              ),
            }}
          >
            {block.text}
          </Markdown>
        ),
      )}
    </div>
  );
}
