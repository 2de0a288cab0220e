export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      categories: {
        Row: {
          id: number;
          user_id: string;
          name: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: never;
          user_id?: string;
          name: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: never;
          user_id?: string;
          name?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      contacts: {
        Row: {
          id: number;
          user_id: string;
          first_name: string | null;
          middle_name: string | null;
          last_name: string | null;
          suffix: string | null;
          display_full_name: string | null;
          title: string | null;
          company: string | null;
          category: string | null;
          email_address: string | null;
          mobile_phone: string | null;
          phone: string | null;
          address_one: string | null;
          address_two: string | null;
          city: string | null;
          state: string | null;
          zip_code: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: never;
          user_id?: string;
          first_name?: string | null;
          middle_name?: string | null;
          last_name?: string | null;
          suffix?: string | null;
          display_full_name?: string | null;
          title?: string | null;
          company?: string | null;
          category?: string | null;
          email_address?: string | null;
          mobile_phone?: string | null;
          phone?: string | null;
          address_one?: string | null;
          address_two?: string | null;
          city?: string | null;
          state?: string | null;
          zip_code?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: never;
          user_id?: string;
          first_name?: string | null;
          middle_name?: string | null;
          last_name?: string | null;
          suffix?: string | null;
          display_full_name?: string | null;
          title?: string | null;
          company?: string | null;
          category?: string | null;
          email_address?: string | null;
          mobile_phone?: string | null;
          phone?: string | null;
          address_one?: string | null;
          address_two?: string | null;
          city?: string | null;
          state?: string | null;
          zip_code?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      folders: {
        Row: {
          id: number;
          user_id: string;
          name: string;
          category: string;
          parent_id: number | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: never;
          user_id?: string;
          name: string;
          category?: string;
          parent_id?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: never;
          user_id?: string;
          name?: string;
          category?: string;
          parent_id?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      notes: {
        Row: {
          id: number;
          user_id: string;
          title: string;
          content: string | null;
          folder_id: number | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: never;
          user_id?: string;
          title: string;
          content?: string | null;
          folder_id?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: never;
          user_id?: string;
          title?: string;
          content?: string | null;
          folder_id?: number | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          id: string;
          username: string;
          email: string | null;
          is_admin: boolean;
          header_color: Database['public']['Enums']['header_color'];
          theme: Database['public']['Enums']['theme'];
          contact_view_mode: Database['public']['Enums']['contact_view_mode'];
          time_zone: string | null;
          must_change_password: boolean;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id: string;
          username: string;
          email?: string | null;
          is_admin?: boolean;
          header_color?: Database['public']['Enums']['header_color'];
          theme?: Database['public']['Enums']['theme'];
          contact_view_mode?: Database['public']['Enums']['contact_view_mode'];
          time_zone?: string | null;
          must_change_password?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          username?: string;
          email?: string | null;
          is_admin?: boolean;
          header_color?: Database['public']['Enums']['header_color'];
          theme?: Database['public']['Enums']['theme'];
          contact_view_mode?: Database['public']['Enums']['contact_view_mode'];
          time_zone?: string | null;
          must_change_password?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      tasks: {
        Row: {
          id: number;
          user_id: string;
          title: string;
          description: string | null;
          priority: Database['public']['Enums']['task_priority'];
          category: string | null;
          completed: boolean;
          completed_at: string | null;
          due_date: string | null;
          repeat_type: Database['public']['Enums']['repeat_type'];
          sort_order: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: never;
          user_id?: string;
          title: string;
          description?: string | null;
          priority?: Database['public']['Enums']['task_priority'];
          category?: string | null;
          completed?: boolean;
          completed_at?: string | null;
          due_date?: string | null;
          repeat_type?: Database['public']['Enums']['repeat_type'];
          sort_order?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: never;
          user_id?: string;
          title?: string;
          description?: string | null;
          priority?: Database['public']['Enums']['task_priority'];
          category?: string | null;
          completed?: boolean;
          completed_at?: string | null;
          due_date?: string | null;
          repeat_type?: Database['public']['Enums']['repeat_type'];
          sort_order?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      bulk_update_task_category: {
        Args: { old_category: string; new_category: string };
        Returns: number;
      };
      rename_category: { Args: { old_name: string; new_name: string }; Returns: undefined };
      reorder_tasks: { Args: { task_ids: number[] }; Returns: undefined };
      toggle_task: {
        Args: { task_id: number; today: string };
        Returns: Database['public']['Tables']['tasks']['Row'];
      };
    };
    Enums: {
      task_priority: 'low' | 'medium' | 'high';
      repeat_type:
        | 'none'
        | 'daily'
        | 'daily-weekday'
        | 'weekly'
        | 'biweekly'
        | 'monthly'
        | 'quarterly'
        | 'yearly';
      theme: 'light' | 'dark';
      header_color: 'blue' | 'green' | 'purple' | 'red' | 'orange' | 'gray';
      contact_view_mode: 'tile' | 'list';
    };
    CompositeTypes: { [_ in never]: never };
  };
};
