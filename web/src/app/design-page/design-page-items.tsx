import { FileCards } from '../../features/files/card/file-cards.tsx';
import '../../features/files/files.css';
import { MessageBubble } from '../../features/messages/chat/bubble.tsx';
import '../../features/messages/chat/chat.css';
import { PostCard } from '../../features/posts/post-card.tsx';
import { PersonCard } from '../../features/users/person-card.tsx';
import '../../features/users/people.css';
import { ChartedZones } from '../../ocean/charted-zones.tsx';
import { DepthAndLayer } from '../../ocean/depth-and-layer.tsx';
import { DepthIndicator } from '../../ocean/depth-indicator.tsx';
import { DepthMeter } from '../../ocean/depth-meter.tsx';
import { FILES, MESSAGES, PARTNER, PEOPLE, POSTS, VIEWER } from './design-page-samples.ts';

const noFiles = <p className="soft">No files</p>;

/** Samples of files, people, posts, messages, and depths. Their requests fail. */
export function ItemsSection({ metres }: { metres: number }) {
  return (
    <section className="form">
      <h2>Files</h2>
      <FileCards files={FILES} viewerId={VIEWER.id} emptyState={noFiles} />
      <h2>People</h2>
      <ul className="people">
        {PEOPLE.map((person) => (
          <li key={person.id}>
            <PersonCard person={person} viewer={VIEWER} />
          </li>
        ))}
      </ul>
      <h2>Posts</h2>
      {POSTS.map((post) => (
        <PostCard key={post.id} post={post} viewer={VIEWER} />
      ))}
      <h2>Messages</h2>
      <ol className="chat-area__messages">
        {MESSAGES.map((message) => (
          <MessageBubble
            key={message.id}
            message={message}
            isOwn={message.sender === VIEWER.id}
            name={PARTNER.username}
            isRead
          />
        ))}
      </ol>
      <h2>Depth</h2>
      <div className="design__set">
        <DepthIndicator metres={metres} />
        <p>
          <DepthAndLayer metres={metres} />
        </p>
        <DepthMeter metres={metres} />
        <ChartedZones metres={metres} />
      </div>
    </section>
  );
}
