import { useState } from 'react';
import { statusOf, TEXTS, type Language, type Texts } from './texts.js';
import { TicketView } from './ticket-view.js';
import { TICKETS, type Progress } from './tickets.js';

const NEW: Progress = { kind: 'new' };

export const SupportDesk = () => {
  const [language, setLanguage] = useState<Language>('en');
  const [openId, setOpenId] = useState(TICKETS[0].id);
  /** Once opened, a ticket stays mounted. */
  const [opened, setOpened] = useState<readonly string[]>([TICKETS[0].id]);
  const [progress, setProgress] = useState<Readonly<Record<string, Progress>>>({});
  const texts: Texts = TEXTS[language];

  const open = (id: string) => {
    setOpenId(id);
    setOpened((ids) => (ids.includes(id) ? ids : [...ids, id]));
  };

  return (
    <div className="app desk" lang={language} dir={texts.direction}>
      <nav aria-label={texts.tickets}>
        <ul>
          {TICKETS.map(({ id, subject, customer }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === openId ? 'page' : undefined}
                onClick={() => open(id)}
              >
                <strong lang="en" dir="auto">
                  {subject}
                </strong>
                <span>
                  <bdi>{customer}</bdi> · {statusOf(texts, progress[id] ?? NEW)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <label>
          {texts.language}
          <select value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
            {Object.entries(TEXTS).map(([tag, { name }]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </nav>
      {TICKETS.filter(({ id }) => opened.includes(id)).map((ticket) => (
        <TicketView
          key={ticket.id}
          ticket={ticket}
          texts={texts}
          hidden={ticket.id !== openId}
          onProgress={(now) => setProgress((all) => ({ ...all, [ticket.id]: now }))}
        />
      ))}
    </div>
  );
};
