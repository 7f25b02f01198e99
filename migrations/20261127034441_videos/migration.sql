CREATE TABLE "video_captions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"language" text NOT NULL,
	"label" text NOT NULL,
	"cues" jsonb NOT NULL,
	"words" text GENERATED ALWAYS AS (jsonb_path_query_array(cues, '$[*].text')::text) STORED NOT NULL,
	"created_by" uuid,
	CONSTRAINT "video_captions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_captions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_shares" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_by" uuid,
	CONSTRAINT "video_shares_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_libraries" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'unlisted' NOT NULL,
	"created_by" uuid,
	CONSTRAINT "video_libraries_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_libraries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_passages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"from_verse" integer NOT NULL,
	"to_verse" integer NOT NULL,
	CONSTRAINT "video_passages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_passages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_people" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "video_people_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_pictures" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "video_pictures_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "videos" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"library_id" uuid NOT NULL,
	"visibility" text DEFAULT 'unlisted' NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"passage" text DEFAULT '' NOT NULL,
	"speaker" text DEFAULT '' NOT NULL,
	"series" text DEFAULT '' NOT NULL,
	"preached_on" date,
	"sermon_id" uuid,
	"file_id" uuid NOT NULL,
	"playable_file_id" uuid,
	"audio_file_id" uuid,
	"picture_id" uuid,
	"duration_ms" integer,
	"width" integer,
	"height" integer,
	"container" text,
	"video_codec" text,
	"audio_codec" text,
	"starts_slowly" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'processing' NOT NULL,
	"stage" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"run" integer DEFAULT 1 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"public_id" text NOT NULL,
	"downloadable" boolean DEFAULT false NOT NULL,
	"chapters" jsonb DEFAULT '[]' NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"search" text NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "videos_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "videos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_views" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"drop_off" integer[] NOT NULL,
	CONSTRAINT "video_views_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_watches" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"source" text NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"counted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "video_watches_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_watches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "video_captions_language" ON "video_captions" ("client_id","video_id","language");--> statement-breakpoint
CREATE INDEX "video_captions_words" ON "video_captions" USING gin ("client_id","words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "video_captions_of" ON "video_captions" ("client_id","video_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_shares_token" ON "video_shares" ("token_hash");--> statement-breakpoint
CREATE INDEX "video_shares_of" ON "video_shares" ("client_id","video_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_libraries_name" ON "video_libraries" ("client_id",lower("name"));--> statement-breakpoint
CREATE INDEX "video_passages_verses" ON "video_passages" ("client_id","from_verse");--> statement-breakpoint
CREATE INDEX "video_passages_of" ON "video_passages" ("client_id","video_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_people_once" ON "video_people" ("client_id","video_id","person_id");--> statement-breakpoint
CREATE INDEX "video_people_person" ON "video_people" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_pictures_file" ON "video_pictures" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "video_pictures_of" ON "video_pictures" ("client_id","video_id");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_slug" ON "videos" ("client_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_public_id" ON "videos" ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "videos_file" ON "videos" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "videos_newest" ON "videos" ("client_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "videos_most_viewed" ON "videos" ("client_id","views" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "videos_longest" ON "videos" ("client_id","duration_ms" desc nulls last,"id" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "videos_search" ON "videos" USING gin ("client_id","search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "videos_library" ON "videos" ("client_id","library_id");--> statement-breakpoint
CREATE INDEX "videos_sermon" ON "videos" ("client_id","sermon_id");--> statement-breakpoint
CREATE INDEX "videos_playable" ON "videos" ("client_id","playable_file_id");--> statement-breakpoint
CREATE INDEX "videos_audio" ON "videos" ("client_id","audio_file_id");--> statement-breakpoint
CREATE INDEX "videos_deleted" ON "videos" ("client_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "video_views_once" ON "video_views" ("client_id","video_id","day","source");--> statement-breakpoint
CREATE UNIQUE INDEX "video_watches_once" ON "video_watches" ("client_id","video_id","day","visitor");--> statement-breakpoint
CREATE INDEX "video_watches_day" ON "video_watches" ("client_id","day");--> statement-breakpoint
ALTER TABLE "video_captions" ADD CONSTRAINT "video_captions_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_shares" ADD CONSTRAINT "video_shares_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_passages" ADD CONSTRAINT "video_passages_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_people" ADD CONSTRAINT "video_people_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_people" ADD CONSTRAINT "video_people_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_pictures" ADD CONSTRAINT "video_pictures_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_pictures" ADD CONSTRAINT "video_pictures_file_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_library_fk" FOREIGN KEY ("client_id","library_id") REFERENCES "video_libraries"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_sermon_fk" FOREIGN KEY ("client_id","sermon_id") REFERENCES "sermons"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_file_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_playable_fk" FOREIGN KEY ("client_id","playable_file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_audio_fk" FOREIGN KEY ("client_id","audio_file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "video_views" ADD CONSTRAINT "video_views_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_watches" ADD CONSTRAINT "video_watches_video" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "video_captions_client" ON "video_captions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_captions_platform" ON "video_captions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_shares_client" ON "video_shares" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_shares_platform" ON "video_shares" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_libraries_client" ON "video_libraries" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_libraries_platform" ON "video_libraries" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_passages_client" ON "video_passages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_passages_platform" ON "video_passages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_people_client" ON "video_people" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_people_platform" ON "video_people" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_pictures_client" ON "video_pictures" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_pictures_platform" ON "video_pictures" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "videos_client" ON "videos" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "videos_platform" ON "videos" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_views_client" ON "video_views" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_views_platform" ON "video_views" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "video_watches_client" ON "video_watches" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_watches_platform" ON "video_watches" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);