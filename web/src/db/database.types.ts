export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      admin_events: {
        Row: {
          action: string;
          actor_id: string | null;
          created_at: string;
          detail: NonNullable<Json>;
          id: number;
          subject_id: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          actor_id?: string | null;
          created_at?: string;
          detail?: NonNullable<Json>;
          id?: never;
          subject_id?: string | null;
          updated_at?: string;
        };
        Update: {
          action?: string;
          actor_id?: string | null;
          created_at?: string;
          detail?: NonNullable<Json>;
          id?: never;
          subject_id?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      app_passwords: {
        Row: {
          created_at: string;
          id: string;
          last_used_at: string | null;
          last_used_from: string | null;
          name: string;
          scope: Database['public']['Enums']['app_password_scope'];
          token_hash: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          last_used_at?: string | null;
          last_used_from?: string | null;
          name: string;
          scope: Database['public']['Enums']['app_password_scope'];
          token_hash: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          last_used_at?: string | null;
          last_used_from?: string | null;
          name?: string;
          scope?: Database['public']['Enums']['app_password_scope'];
          token_hash?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      categories: {
        Row: {
          color: Database['public']['Enums']['category_color'] | null;
          created_at: string;
          deleted_at: string | null;
          edited_rev: number;
          id: number;
          name: string;
          rev: number;
          uid: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          color?: Database['public']['Enums']['category_color'] | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_rev?: number;
          id?: never;
          name: string;
          rev?: number;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          color?: Database['public']['Enums']['category_color'] | null;
          created_at?: string;
          deleted_at?: string | null;
          edited_rev?: number;
          id?: never;
          name?: string;
          rev?: number;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      contacts: {
        Row: {
          address_one: string | null;
          address_two: string | null;
          category: string | null;
          city: string | null;
          company: string | null;
          created_at: string;
          deleted_at: string | null;
          display_full_name: string | null;
          edited_rev: number;
          email_address: string | null;
          first_name: string | null;
          id: number;
          last_name: string | null;
          middle_name: string | null;
          mobile_phone: string | null;
          phone: string | null;
          rev: number;
          state: string | null;
          suffix: string | null;
          title: string | null;
          uid: string;
          updated_at: string;
          user_id: string;
          zip_code: string | null;
        };
        ComputedFields: never;
        Insert: {
          address_one?: string | null;
          address_two?: string | null;
          category?: string | null;
          city?: string | null;
          company?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          display_full_name?: string | null;
          edited_rev?: number;
          email_address?: string | null;
          first_name?: string | null;
          id?: never;
          last_name?: string | null;
          middle_name?: string | null;
          mobile_phone?: string | null;
          phone?: string | null;
          rev?: number;
          state?: string | null;
          suffix?: string | null;
          title?: string | null;
          uid?: string;
          updated_at?: string;
          user_id?: string;
          zip_code?: string | null;
        };
        Update: {
          address_one?: string | null;
          address_two?: string | null;
          category?: string | null;
          city?: string | null;
          company?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          display_full_name?: string | null;
          edited_rev?: number;
          email_address?: string | null;
          first_name?: string | null;
          id?: never;
          last_name?: string | null;
          middle_name?: string | null;
          mobile_phone?: string | null;
          phone?: string | null;
          rev?: number;
          state?: string | null;
          suffix?: string | null;
          title?: string | null;
          uid?: string;
          updated_at?: string;
          user_id?: string;
          zip_code?: string | null;
        };
        Relationships: [];
      };
      email_settings: {
        Row: {
          created_at: string;
          email_service: Database['public']['Enums']['email_service'];
          email_user: string;
          host: string | null;
          id: number;
          password_ciphertext: string;
          password_iv: string;
          port: number | null;
          security: Database['public']['Enums']['email_security'] | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email_service: Database['public']['Enums']['email_service'];
          email_user: string;
          host?: string | null;
          id?: number;
          password_ciphertext: string;
          password_iv: string;
          port?: number | null;
          security?: Database['public']['Enums']['email_security'] | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          email_service?: Database['public']['Enums']['email_service'];
          email_user?: string;
          host?: string | null;
          id?: number;
          password_ciphertext?: string;
          password_iv?: string;
          port?: number | null;
          security?: Database['public']['Enums']['email_security'] | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      folders: {
        Row: {
          category: string;
          created_at: string;
          deleted_at: string | null;
          deleted_with: string | null;
          edited_rev: number;
          id: number;
          name: string;
          parent_uid: string | null;
          rev: number;
          uid: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          category?: string;
          created_at?: string;
          deleted_at?: string | null;
          deleted_with?: string | null;
          edited_rev?: number;
          id?: never;
          name: string;
          parent_uid?: string | null;
          rev?: number;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          category?: string;
          created_at?: string;
          deleted_at?: string | null;
          deleted_with?: string | null;
          edited_rev?: number;
          id?: never;
          name?: string;
          parent_uid?: string | null;
          rev?: number;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'parent_is_a_folder_of_the_same_user';
            columns: ['user_id', 'parent_uid'];
            isOneToOne: false;
            referencedRelation: 'api_folders';
            referencedColumns: ['user_id', 'uid'];
          },
          {
            foreignKeyName: 'parent_is_a_folder_of_the_same_user';
            columns: ['user_id', 'parent_uid'];
            isOneToOne: false;
            referencedRelation: 'folders';
            referencedColumns: ['user_id', 'uid'];
          },
        ];
      };
      invitations: {
        Row: {
          created_at: string;
          created_by: string | null;
          email: string | null;
          expires_at: string;
          id: string;
          token_hash: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          expires_at: string;
          id?: string;
          token_hash: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          expires_at?: string;
          id?: string;
          token_hash?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      notes: {
        Row: {
          content: string | null;
          content_rev: number;
          created_at: string;
          deleted_at: string | null;
          deleted_with: string | null;
          edited_rev: number;
          folder_uid: string | null;
          id: number;
          pinned: boolean;
          rev: number;
          title: string;
          uid: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          content?: string | null;
          content_rev?: number;
          created_at?: string;
          deleted_at?: string | null;
          deleted_with?: string | null;
          edited_rev?: number;
          folder_uid?: string | null;
          id?: never;
          pinned?: boolean;
          rev?: number;
          title: string;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          content?: string | null;
          content_rev?: number;
          created_at?: string;
          deleted_at?: string | null;
          deleted_with?: string | null;
          edited_rev?: number;
          folder_uid?: string | null;
          id?: never;
          pinned?: boolean;
          rev?: number;
          title?: string;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'folder_is_a_folder_of_the_same_user';
            columns: ['user_id', 'folder_uid'];
            isOneToOne: false;
            referencedRelation: 'api_folders';
            referencedColumns: ['user_id', 'uid'];
          },
          {
            foreignKeyName: 'folder_is_a_folder_of_the_same_user';
            columns: ['user_id', 'folder_uid'];
            isOneToOne: false;
            referencedRelation: 'folders';
            referencedColumns: ['user_id', 'uid'];
          },
        ];
      };
      password_resets: {
        Row: {
          created_at: string;
          expires_at: string;
          id: number;
          token_hash: string;
          updated_at: string;
          used_at: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          expires_at: string;
          id?: never;
          token_hash: string;
          updated_at?: string;
          used_at?: string | null;
          user_id: string;
        };
        Update: {
          created_at?: string;
          expires_at?: string;
          id?: never;
          token_hash?: string;
          updated_at?: string;
          used_at?: string | null;
          user_id?: string;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          contact_view_mode: Database['public']['Enums']['contact_view_mode'];
          created_at: string;
          email: string | null;
          header_color: Database['public']['Enums']['header_color'];
          id: string;
          is_admin: boolean;
          keyboard_shortcuts: boolean;
          must_change_password: boolean;
          theme: Database['public']['Enums']['theme'];
          time_zone: string | null;
          updated_at: string;
          username: string;
          week_start: number | null;
        };
        ComputedFields: never;
        Insert: {
          contact_view_mode?: Database['public']['Enums']['contact_view_mode'];
          created_at?: string;
          email?: string | null;
          header_color?: Database['public']['Enums']['header_color'];
          id: string;
          is_admin?: boolean;
          keyboard_shortcuts?: boolean;
          must_change_password?: boolean;
          theme?: Database['public']['Enums']['theme'];
          time_zone?: string | null;
          updated_at?: string;
          username: string;
          week_start?: number | null;
        };
        Update: {
          contact_view_mode?: Database['public']['Enums']['contact_view_mode'];
          created_at?: string;
          email?: string | null;
          header_color?: Database['public']['Enums']['header_color'];
          id?: string;
          is_admin?: boolean;
          keyboard_shortcuts?: boolean;
          must_change_password?: boolean;
          theme?: Database['public']['Enums']['theme'];
          time_zone?: string | null;
          updated_at?: string;
          username?: string;
          week_start?: number | null;
        };
        Relationships: [];
      };
      recovery_codes: {
        Row: {
          code_hash: string;
          created_at: string;
          id: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          code_hash: string;
          created_at?: string;
          id?: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          code_hash?: string;
          created_at?: string;
          id?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      registration_settings: {
        Row: {
          created_at: string;
          id: number;
          mode: Database['public']['Enums']['registration_mode'];
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          mode: Database['public']['Enums']['registration_mode'];
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: number;
          mode?: Database['public']['Enums']['registration_mode'];
          updated_at?: string;
        };
        Relationships: [];
      };
      tasks: {
        Row: {
          category: string | null;
          completed: boolean;
          completed_at: string | null;
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          due_date: string | null;
          edited_rev: number;
          id: number;
          priority: Database['public']['Enums']['task_priority'];
          rank: string | null;
          recurrence: string | null;
          repeat_anchor_day: number | null;
          repeat_type: Database['public']['Enums']['repeat_type'];
          rev: number;
          spawned_untouched: boolean;
          title: string;
          uid: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          category?: string | null;
          completed?: boolean;
          completed_at?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          due_date?: string | null;
          edited_rev?: number;
          id?: never;
          priority?: Database['public']['Enums']['task_priority'];
          rank?: string | null;
          recurrence?: string | null;
          repeat_anchor_day?: number | null;
          repeat_type?: Database['public']['Enums']['repeat_type'];
          rev?: number;
          spawned_untouched?: boolean;
          title: string;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          category?: string | null;
          completed?: boolean;
          completed_at?: string | null;
          created_at?: string;
          deleted_at?: string | null;
          description?: string | null;
          due_date?: string | null;
          edited_rev?: number;
          id?: never;
          priority?: Database['public']['Enums']['task_priority'];
          rank?: string | null;
          recurrence?: string | null;
          repeat_anchor_day?: number | null;
          repeat_type?: Database['public']['Enums']['repeat_type'];
          rev?: number;
          spawned_untouched?: boolean;
          title?: string;
          uid?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      api_categories: {
        Row: {
          color: Database['public']['Enums']['category_color'] | null;
          created_at: string;
          id: number;
          name: string;
          uid: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          color?: Database['public']['Enums']['category_color'] | null;
          created_at?: string | null;
          id?: number | null;
          name?: string | null;
          uid?: string | null;
          user_id?: string | null;
        };
        Update: {
          color?: Database['public']['Enums']['category_color'] | null;
          created_at?: string | null;
          id?: number | null;
          name?: string | null;
          uid?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      api_contacts: {
        Row: {
          address_one: string | null;
          address_two: string | null;
          category: string | null;
          city: string | null;
          company: string | null;
          created_at: string;
          display_full_name: string | null;
          email_address: string | null;
          first_name: string | null;
          id: number;
          last_name: string | null;
          middle_name: string | null;
          mobile_phone: string | null;
          phone: string | null;
          state: string | null;
          suffix: string | null;
          title: string | null;
          uid: string;
          user_id: string;
          zip_code: string | null;
        };
        ComputedFields: never;
        Insert: {
          address_one?: string | null;
          address_two?: string | null;
          category?: string | null;
          city?: string | null;
          company?: string | null;
          created_at?: string | null;
          display_full_name?: string | null;
          email_address?: string | null;
          first_name?: string | null;
          id?: number | null;
          last_name?: string | null;
          middle_name?: string | null;
          mobile_phone?: string | null;
          phone?: string | null;
          state?: string | null;
          suffix?: string | null;
          title?: string | null;
          uid?: string | null;
          user_id?: string | null;
          zip_code?: string | null;
        };
        Update: {
          address_one?: string | null;
          address_two?: string | null;
          category?: string | null;
          city?: string | null;
          company?: string | null;
          created_at?: string | null;
          display_full_name?: string | null;
          email_address?: string | null;
          first_name?: string | null;
          id?: number | null;
          last_name?: string | null;
          middle_name?: string | null;
          mobile_phone?: string | null;
          phone?: string | null;
          state?: string | null;
          suffix?: string | null;
          title?: string | null;
          uid?: string | null;
          user_id?: string | null;
          zip_code?: string | null;
        };
        Relationships: [];
      };
      api_folders: {
        Row: {
          category: string;
          created_at: string;
          id: number;
          name: string;
          parent_id: number | null;
          uid: string;
          user_id: string;
        };
        ComputedFields: never;
        Relationships: [];
      };
      api_notes: {
        Row: {
          content: string | null;
          created_at: string;
          folder_id: number | null;
          id: number;
          pinned: boolean;
          title: string;
          uid: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Relationships: [];
      };
      api_tasks: {
        Row: {
          category: string | null;
          completed: boolean;
          completed_at: string | null;
          created_at: string;
          description: string | null;
          due_date: string | null;
          id: number;
          priority: Database['public']['Enums']['task_priority'];
          repeat_type: Database['public']['Enums']['repeat_type'];
          sort_order: number | null;
          title: string;
          uid: string;
          user_id: string;
        };
        ComputedFields: never;
        Relationships: [];
      };
    };
    Functions: {
      accounts_to_recover: {
        Args: { address: string; mail: string };
        Returns: {
          email: string;
          time_zone: string;
          user_id: string;
          username: string;
        }[];
      };
      announce_act: { Args: { act: Json }; Returns: string };
      begin_program_session: {
        Args: { app_password: string; expires_at: string; session: string };
        Returns: undefined;
      };
      bulk_update_task_category: {
        Args: { new_category: string; old_category: string };
        Returns: number;
      };
      cancel_import: { Args: { import_uid: string }; Returns: undefined };
      change_email: { Args: { subject: string; wanted: string }; Returns: undefined };
      check_availability: {
        Args: { wanted_email: string; wanted_username: string };
        Returns: {
          email_taken: boolean;
          username_taken: boolean;
        }[];
      };
      commit_import: {
        Args: { import_uid: string; parts: number };
        Returns: {
          committed_at: string;
          counts: Json;
          file_name: string;
          kept: number;
          removed: number;
          uid: string;
          undone_at: string;
        }[];
      };
      completed_tasks: {
        Args: { before?: string; before_uid?: string; wanted?: string };
        Returns: Json;
      };
      consume_rate_limits: { Args: { limits: Json }; Returns: number };
      consume_sign_in_attempt: {
        Args: { account: string; address: string; rules: Json };
        Returns: number;
      };
      create_app_password: {
        Args: { hash: string; name: string; scope: string; subject: string };
        Returns: {
          created_at: string;
          id: string;
          last_used_at: string | null;
          last_used_from: string | null;
          name: string;
          scope: Database['public']['Enums']['app_password_scope'];
          token_hash: string;
          updated_at: string;
          user_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'app_passwords';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      create_invitation: {
        Args: { actor: string; email: string; hash: string };
        Returns: {
          expires_at: string;
          id: string;
        }[];
      };
      dav_changes: {
        Args: { after?: string; kind: string; list: string; most?: number; since: number };
        Returns: Json;
      };
      dav_delete: {
        Args: { if_match?: string; kind: string; list: string; name: string };
        Returns: undefined;
      };
      dav_delete_list: { Args: { list: string }; Returns: undefined };
      dav_list: {
        Args: { kind: string; list: string; names?: string[]; with_data?: boolean };
        Returns: Json;
      };
      dav_move: {
        Args: { if_match?: string; list: string; name: string; target: string };
        Returns: string;
      };
      dav_put: {
        Args: {
          fields: Json;
          if_match?: string;
          if_none_match?: boolean;
          kind: string;
          list: string;
          name: string;
          raw: string;
        };
        Returns: Json;
      };
      dav_set_list: {
        Args: {
          color?: Database['public']['Enums']['category_color'];
          list: string;
          name?: string;
          sort_order?: number;
        };
        Returns: undefined;
      };
      dav_state: { Args: { address?: string }; Returns: Json };
      delete_user: { Args: { actor: string; subject: string }; Returns: undefined };
      end_session: { Args: { session: string }; Returns: undefined };
      has_second_step: { Args: { subject: string }; Returns: boolean };
      is_known_address: { Args: { address: string; subject: string }; Returns: boolean };
      list_categories: { Args: Record<PropertyKey, never>; Returns: Json };
      list_contacts: { Args: Record<PropertyKey, never>; Returns: Json };
      list_folders: { Args: Record<PropertyKey, never>; Returns: Json };
      list_imports: {
        Args: Record<PropertyKey, never>;
        Returns: {
          committed_at: string;
          counts: Json;
          file_name: string;
          kept: number;
          removed: number;
          uid: string;
          undone_at: string;
        }[];
      };
      list_notes: { Args: Record<PropertyKey, never>; Returns: Json };
      list_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          address: string;
          id: string;
          is_current: boolean;
          started_at: string;
          used_at: string;
          user_agent: string;
        }[];
      };
      list_tasks: { Args: Record<PropertyKey, never>; Returns: Json };
      needs_second_step: { Args: Record<PropertyKey, never>; Returns: boolean };
      open_invitations: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          created_by: string;
          email: string;
          expires_at: string;
          id: string;
        }[];
      };
      pull_changes: {
        Args: {
          after?: string;
          history?: string;
          is_fresh?: boolean;
          page?: number;
          since?: number;
        };
        Returns: Json;
      };
      push_changes: { Args: { changes: Json; device?: string; owner?: string }; Returns: Json };
      read_calendar: { Args: { owner: string }; Returns: Json };
      redeem_temporary_password: { Args: { address: string; hash: string }; Returns: string };
      registration_state: {
        Args: Record<PropertyKey, never>;
        Returns: {
          is_empty: boolean;
          mode: string;
        }[];
      };
      remove_second_step: { Args: { actor: string; subject: string }; Returns: boolean };
      rename_category: { Args: { new_name: string; old_name: string }; Returns: undefined };
      reorder_tasks: { Args: { task_ids: number[] }; Returns: undefined };
      replace_recovery_codes: { Args: { hashes: string[]; subject: string }; Returns: undefined };
      reset_rate_limits: { Args: { keys: string[] }; Returns: undefined };
      revoke_invitation: { Args: { actor: string; invitation: string }; Returns: undefined };
      save_email_settings: { Args: { actor: string; settings: Json }; Returns: undefined };
      search: {
        Args: { kinds?: string[]; most?: number; query: string };
        Returns: {
          excerpt: string;
          id: number;
          kind: string;
          title: string;
          uid: string;
        }[];
      };
      session_standing: {
        Args: { level: string; owner: string; session: string };
        Returns: string;
      };
      set_account_limits: {
        Args: { account: string; max_bytes: number; max_rows: number };
        Returns: undefined;
      };
      set_administrator: {
        Args: { actor: string; subject: string; value: boolean };
        Returns: undefined;
      };
      set_registration: { Args: { actor: string; mode: string }; Returns: undefined };
      stage_import: {
        Args: { file_name: string; import_uid: string; part: number; rows: Json };
        Returns: undefined;
      };
      toggle_task: {
        Args: { task_id: number; today: string };
        Returns: {
          category: string | null;
          completed: boolean;
          completed_at: string | null;
          created_at: string;
          deleted_at: string | null;
          description: string | null;
          due_date: string | null;
          edited_rev: number;
          id: number;
          priority: Database['public']['Enums']['task_priority'];
          rank: string | null;
          recurrence: string | null;
          repeat_anchor_day: number | null;
          repeat_type: Database['public']['Enums']['repeat_type'];
          rev: number;
          spawned_untouched: boolean;
          title: string;
          uid: string;
          updated_at: string;
          user_id: string;
        };
        SetofOptions: {
          from: '*';
          to: 'tasks';
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      undo_import: {
        Args: { import_uid: string };
        Returns: {
          committed_at: string;
          counts: Json;
          file_name: string;
          kept: number;
          removed: number;
          uid: string;
          undone_at: string;
        }[];
      };
      use_app_password: {
        Args: { address: string; hash: string };
        Returns: {
          id: string;
          login: string;
          scope: string;
          user_id: string;
          username: string;
        }[];
      };
      use_recovery_code: {
        Args: { hash: string; session: string; subject: string };
        Returns: number;
      };
      who_has_second_step: { Args: Record<PropertyKey, never>; Returns: string[] };
    };
    Enums: {
      app_password_scope: 'dav' | 'api:read' | 'api' | 'calendar';
      category_color:
        | 'purple'
        | 'green'
        | 'blue'
        | 'slate'
        | 'red'
        | 'orange'
        | 'yellow'
        | 'teal'
        | 'cyan'
        | 'pink';
      contact_view_mode: 'tile' | 'list';
      email_security: 'tls' | 'starttls' | 'none';
      email_service: 'gmail' | 'outlook' | 'yahoo' | 'custom';
      header_color: 'blue' | 'green' | 'purple' | 'red' | 'orange' | 'gray';
      registration_mode: 'open' | 'invite' | 'closed';
      repeat_type:
        | 'none'
        | 'daily'
        | 'daily-weekday'
        | 'weekly'
        | 'biweekly'
        | 'monthly'
        | 'quarterly'
        | 'yearly';
      task_priority: 'low' | 'medium' | 'high';
      theme: 'light' | 'dark';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      app_password_scope: ['dav', 'api:read', 'api', 'calendar'],
      category_color: [
        'purple',
        'green',
        'blue',
        'slate',
        'red',
        'orange',
        'yellow',
        'teal',
        'cyan',
        'pink',
      ],
      contact_view_mode: ['tile', 'list'],
      email_security: ['tls', 'starttls', 'none'],
      email_service: ['gmail', 'outlook', 'yahoo', 'custom'],
      header_color: ['blue', 'green', 'purple', 'red', 'orange', 'gray'],
      registration_mode: ['open', 'invite', 'closed'],
      repeat_type: [
        'none',
        'daily',
        'daily-weekday',
        'weekly',
        'biweekly',
        'monthly',
        'quarterly',
        'yearly',
      ],
      task_priority: ['low', 'medium', 'high'],
      theme: ['light', 'dark'],
    },
  },
} as const;
